/** Whether somebody is there, as the wire says it. */
export type Presence = 'online' | 'away' | 'dnd' | 'offline';
