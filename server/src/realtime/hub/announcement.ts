import type {Listener} from './listeners.ts';

/**
 * The recipients of an event: members of a channel or team, one user, or everyone. If `userId` is set, `channelId` and
 * `teamId` don't select recipients and are only sent along.
 */
export type Audience =
  | {channelId: string}
  | {teamId: string}
  | {userId: string; channelId?: string; teamId?: string}
  | 'everyone';

/** An event for clients. */
export interface Announcement {
  event: string;
  /** Must be plain JSON. */
  data: Record<string, unknown>;
  to: Audience;
  /** Ids of excluded users. */
  omitUsers?: readonly string[];
  /** The id of an excluded connection, whose client caused the event. */
  omitConnection?: string;
  /** Whether a listener in the audience receives the event. */
  filter?: (listener: Listener) => boolean;
  /** Additional data for this listener, if any. Each distinct object creates one frame. */
  personalize?: (listener: Listener) => Record<string, unknown> | undefined;
  /** Whether the event may be lost for clients that are moving to another node. */
  isDispensable?: boolean;
}
