/** A user's status, as in the API. */
export type Presence = 'online' | 'away' | 'dnd' | 'offline';
