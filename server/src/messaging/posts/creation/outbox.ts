import type {Transaction} from '../../../platform/database/queryable.ts';
import type {ChannelInfo} from '../../channels/channels.ts';
import type {MentionableMember} from './mentions.ts';

/** Data of another feature that is written in the transaction that creates a post. */
export interface PostOutbox {
  /** Returns the entry to write with the post, if any. Called for every post, so it must be cheap. */
  entryFor(post: OutboxPost): Promise<OutboxEntry | undefined>;
}

/** The data that an outbox uses to decide. */
export interface OutboxPost {
  channel: Pick<ChannelInfo, 'id' | 'teamid' | 'type'>;
  authorId: string;
  message: string;
  type: string;
  isWebhook: boolean;
  mentionedUserIds: readonly string[];
  /** The followers of the thread who didn't mute it, if the post is a reply. */
  notifiedFollowerIds: readonly string[];
  /** The channel's members with active accounts. Cached. */
  members(): Promise<ReadonlyMap<string, MentionableMember>>;
}

export interface OutboxEntry {
  write(tx: Transaction, postId: string): Promise<void>;
  /** Called after the commit. */
  written?(): void;
}
