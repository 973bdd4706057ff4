/**
 * The content of a batch, independent of the format: channels with their members, messages and files. It can be read
 * while its database snapshot is open.
 */
export interface Batch {
  number: number;
  /** Milliseconds. The batch covers memberships from here until `endTime`. */
  startTime: number;
  endTime: number;
  /** Channels with messages or membership changes, in order of id. */
  channels: BatchChannel[];
  /** The messages of each channel, in the order of `channels`, read from the database one by one. */
  conversations(): AsyncGenerator<Conversation>;
  /** The records of all channels, in order of the posts' creation times and ids. */
  records(): AsyncGenerator<ChannelRecord>;
}

export interface Conversation {
  channel: BatchChannel;
  /** In order of time and id. The files of a message follow it. */
  records: (MessageRecord | FileRecord)[];
}

export interface ChannelRecord {
  channel: BatchChannel;
  record: MessageRecord | FileRecord;
}

export interface BatchChannel {
  id: string;
  name: string;
  displayName: string;
  type: 'O' | 'P' | 'D' | 'G';
  /** Empty for direct and group messages. */
  teamId: string;
  teamName: string;
  teamDisplayName: string;
  /** In order of join time and email address. */
  memberships: Membership[];
}

export type UserType = 'user' | 'bot';

/** A period in which a user was a member of a channel. */
export interface Membership {
  userId: string;
  username: string;
  email: string;
  userType: UserType;
  joinTime: number;
  leaveTime: number;
  /** Whether the user joined before the start of the batch. */
  joinedBefore: boolean;
  /** Whether the user is still a member at the end of the batch. `leaveTime` is then the end. */
  isStillMember: boolean;
}

type UpdateType =
  | ''
  | 'EditedOriginalMsg'
  | 'EditedNewMsg'
  | 'UpdatedNoMsgChange'
  | 'Deleted'
  | 'FileDeleted';

interface BaseRecord {
  /** Milliseconds: the time of the change, or else of the post. Defines the order of the records. */
  at: number;
  postId: string;
  userId: string;
  username: string;
  email: string;
  userType: UserType;
  createAt: number;
  updateAt: number;
  rootId: string;
}

export interface MessageRecord extends BaseRecord {
  kind: 'message';
  updateType: UpdateType;
  /** For an earlier version: the id of the post with the new one. */
  editedNewMsgId: string;
  text: string;
  /** The name shown with the message, if it differs from the account's. */
  postUsername: string;
  previewsPost: string;
}

export interface FileRecord extends BaseRecord {
  kind: 'file';
  fileId: string;
  name: string;
  /** The path in the file store. */
  path: string;
  size: number;
  /** The hash of the uploaded content, in hexadecimal; empty if unknown. */
  sha256: string;
  mediaType: string;
  deleted: boolean;
}

/** A channel's type as a word. */
export const CHANNEL_TYPES = {O: 'public', P: 'private', D: 'direct', G: 'group'} as const;
