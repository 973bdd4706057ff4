import type {FileRecord, MessageRecord, UserType} from './batch.ts';
import type {Cursor, FileRow, PostRow} from './store.ts';

/** The context of a batch that the records of a post depend on. */
export interface RecordContext {
  /** A post that was created after this and then deleted is recorded as both. */
  windowStart: Cursor;
  /** The URL of this server without a trailing slash. Links to posts start with it. */
  siteUrl: string;
}

/** Whether a post may have files. A changed post may have lost its files. */
export function mayHaveFiles({fileids, createat, updateat}: PostRow): boolean {
  return fileids !== null || updateat > createat;
}

/** The id of the post that the files belong to: the edited post, not the one that keeps its earlier version. */
export function fileOwnerId({id, originalid}: PostRow): string {
  return originalid || id;
}

/**
 * The records of a post and its files (docs/specification.md#records), in order of time. At the same time, a message
 * comes before its files.
 */
export function recordsOf(
  post: PostRow,
  files: readonly FileRow[],
  context: RecordContext,
): (MessageRecord | FileRecord)[] {
  // Sorting is stable, so records of the same time keep their order.
  return buildRecords(post, files, context).sort((a, b) => a.at - b.at);
}

function buildRecords(
  post: PostRow,
  files: readonly FileRow[],
  {windowStart, siteUrl}: RecordContext,
): (MessageRecord | FileRecord)[] {
  const base = {
    postId: post.id,
    ...authorOf(post),
    createAt: post.createat,
    updateAt: post.updateat,
    rootId: post.rootid,
  };
  const message = (
    updateType: MessageRecord['updateType'],
    at: number,
    text: string,
    editedNewMsgId = '',
  ): MessageRecord => ({
    kind: 'message',
    ...base,
    at,
    updateType,
    editedNewMsgId,
    text,
    postUsername: post.shownas,
    previewsPost: post.previewspost || linkedPost(post.message, siteUrl),
  });
  const withFiles = (updateType: MessageRecord['updateType'], at: number): (MessageRecord | FileRecord)[] => [
    message(updateType, at, post.message),
    ...files.filter(({deleteat}) => deleteat === 0 || post.deleteat > 0).map((file) => sent(file, at)),
  ];
  const sent = (file: FileRow, at: number, deleted = false): FileRecord => ({
    kind: 'file',
    ...base,
    at,
    fileId: file.id,
    name: file.name,
    path: file.path,
    size: file.size,
    sha256: file.sha256,
    mediaType: file.mimetype,
    deleted,
  });

  if (post.deleteat > 0 && post.originalid !== '') {
    // Files removed by the edit belong to the earlier version; the others belong to the current one.
    const lost = files.filter(({id, deleteat}) => deleteat > 0 && post.fileids?.includes(id));
    return [
      message('EditedOriginalMsg', post.updateat, post.message, post.originalid),
      ...lost.map((file) => sent(file, post.updateat)),
    ];
  }
  if (post.deleteat > 0) {
    return [
      ...(isAfter(post, windowStart) ? withFiles('', post.createat) : []),
      message('Deleted', post.deleteat, `delete ${post.message}`),
      ...files.map((file) => sent(file, post.deleteat, true)),
    ];
  }
  const gone = files.filter(({deleteat}) => deleteat > 0).map((file) => sent(file, file.deleteat, true));
  if (post.updateat > post.createat) {
    return [...withFiles(post.editat > 0 ? 'EditedNewMsg' : 'UpdatedNoMsgChange', post.updateat), ...gone];
  }
  return [...withFiles('', post.createat), ...gone];
}

function isAfter({createat, id}: PostRow, cursor: Cursor): boolean {
  return createat > cursor.time || (createat === cursor.time && id > cursor.id);
}

function authorOf(post: PostRow): {userId: string; username: string; email: string; userType: UserType} {
  return {
    userId: post.userid,
    username: post.username,
    email: post.email,
    userType: post.byprogram ? 'bot' : 'user',
  };
}

/** The id of the post that clients preview below a message that links to it. */
function linkedPost(message: string, siteUrl: string): string {
  if (!message.includes('/pl/')) return '';
  for (const [, address, id] of message.matchAll(
    /(https?:\/\/[^\s<>()]+)\/[\w.-]+\/pl\/([a-z0-9]{26})(?![a-z0-9])/g,
  )) {
    if (address === siteUrl) return id!;
  }
  return '';
}
