/**
 * What a batch of an export holds, whatever the format: channels with who was there, what was said, and the files. It
 * can be read while the state of the database that it is of is open.
 */
export interface Batch {
  number: number;
  /** Milliseconds: membership is told from here on, and up to `endTime`. */
  startTime: number;
  endTime: number;
  /** Those in which something was said, or somebody came or went, in order of their ids. */
  channels: BatchChannel[];
  /** What was said in each of the channels, in their order, read from the database one after another. */
  conversations(): AsyncGenerator<Conversation>;
  /** What was said in all of the channels, in order of the times at which the posts were made, and their ids. */
  records(): AsyncGenerator<SpokenRecord>;
}

export interface Conversation {
  channel: BatchChannel;
  /** In order of their times and ids; the files of a message follow it. */
  records: (MessageRecord | FileRecord)[];
}

export interface SpokenRecord {
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
  /** In order of the time of joining and the address. */
  stays: Stay[];
}

export type UserType = 'user' | 'bot';

/** From when until when somebody was in a channel. */
export interface Stay {
  userId: string;
  username: string;
  email: string;
  userType: UserType;
  joinTime: number;
  leaveTime: number;
  /** Had joined when the batch begins. */
  wasThere: boolean;
  /** Is still there when the batch ends, which `leaveTime` is then. */
  stillThere: boolean;
}

type UpdateType =
  | ''
  | 'EditedOriginalMsg'
  | 'EditedNewMsg'
  | 'UpdatedNoMsgChange'
  | 'Deleted'
  | 'FileDeleted';

interface Spoken {
  /** Milliseconds: of the change where there is one, else when it was said. It orders the records. */
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

export interface MessageRecord extends Spoken {
  kind: 'message';
  updateType: UpdateType;
  /** Of an earlier text: the id of the post that has the new one. */
  editedNewMsgId: string;
  text: string;
  /** The name that the message was shown under, where it is another than the account's. */
  postUsername: string;
  previewsPost: string;
}

export interface FileRecord extends Spoken {
  kind: 'file';
  fileId: string;
  name: string;
  /** In the file store. */
  path: string;
  size: number;
  /** Of the content, in hexadecimal, as it was uploaded; empty if it is not known. */
  sha256: string;
  mediaType: string;
  deleted: boolean;
}

/** A channel's type as a word. */
export const CHANNEL_TYPES = {O: 'public', P: 'private', D: 'direct', G: 'group'} as const;
