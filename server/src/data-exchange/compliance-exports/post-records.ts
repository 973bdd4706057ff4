import type {FileRecord, MessageRecord, UserType} from './batch.ts';
import type {Cursor, FileRow, PostRow} from './store.ts';

/** What the records of a post depend on beside it. */
export interface Telling {
  /** What was made after this and deleted since is told as both. */
  windowStart: Cursor;
  /** Of this server, without a slash at its end: links to posts begin with it. */
  siteUrl: string;
}

/** A post that was changed may have lost the files that it had. */
export function mayHaveFiles({fileids, createat, updateat}: PostRow): boolean {
  return fileids !== null || updateat > createat;
}

/** The post that files belong to: the one that was edited, not the one that keeps its earlier text. */
export function bearerOfFiles({id, originalid}: PostRow): string {
  return originalid || id;
}

/**
 * The records of a post and its files (docs/specification.md#records), in order of time. At the same time, a message
 * comes before its files.
 */
export function recordsOf(
  post: PostRow,
  files: readonly FileRow[],
  telling: Telling,
): (MessageRecord | FileRecord)[] {
  // Sorting keeps the order of what has the same time.
  return tellOf(post, files, telling).sort((a, b) => a.at - b.at);
}

function tellOf(
  post: PostRow,
  files: readonly FileRow[],
  {windowStart, siteUrl}: Telling,
): (MessageRecord | FileRecord)[] {
  const spoken = {
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
    ...spoken,
    at,
    updateType,
    editedNewMsgId,
    text,
    postUsername: post.shownas,
    previewsPost: post.previewspost || linkedPost(post.message, siteUrl),
  });
  const told = (updateType: MessageRecord['updateType'], at: number): (MessageRecord | FileRecord)[] => [
    message(updateType, at, post.message),
    ...files.filter(({deleteat}) => deleteat === 0 || post.deleteat > 0).map((file) => sent(file, at)),
  ];
  const sent = (file: FileRow, at: number, deleted = false): FileRecord => ({
    kind: 'file',
    ...spoken,
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
    // What the edit took away is told with the text that it went with; the rest, with the present one.
    const lost = files.filter(({id, deleteat}) => deleteat > 0 && post.fileids?.includes(id));
    return [
      message('EditedOriginalMsg', post.updateat, post.message, post.originalid),
      ...lost.map((file) => sent(file, post.updateat)),
    ];
  }
  if (post.deleteat > 0) {
    return [
      ...(isAfter(post, windowStart) ? told('', post.createat) : []),
      message('Deleted', post.deleteat, `delete ${post.message}`),
      ...files.map((file) => sent(file, post.deleteat, true)),
    ];
  }
  const gone = files.filter(({deleteat}) => deleteat > 0).map((file) => sent(file, file.deleteat, true));
  if (post.updateat > post.createat) {
    return [...told(post.editat > 0 ? 'EditedNewMsg' : 'UpdatedNoMsgChange', post.updateat), ...gone];
  }
  return [...told('', post.createat), ...gone];
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

/** The post that clients show below a message, because it links to it. */
function linkedPost(message: string, siteUrl: string): string {
  if (!message.includes('/pl/')) return '';
  for (const [, address, id] of message.matchAll(
    /(https?:\/\/[^\s<>()]+)\/[\w.-]+\/pl\/([a-z0-9]{26})(?![a-z0-9])/g,
  )) {
    if (address === siteUrl) return id!;
  }
  return '';
}
