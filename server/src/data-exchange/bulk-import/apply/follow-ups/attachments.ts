import {posix} from 'node:path';
import {cleanFileName, type Files, type ReceivedFile} from '../../../../messaging/files/files.ts';
import type {Database} from '../../../../platform/database/database.ts';
import {idOf} from '../../../../platform/database/ids.ts';
import {AppError} from '../../../../platform/errors/app-error.ts';
import type {FileStore} from '../../../../platform/file-store/file-store.ts';
import {digestContent, isSameContent} from '../../../../platform/file-store/verified-content.ts';
import type {ImportFiles} from '../../source/files.ts';
import type {Batch} from '../batch.ts';
import type {PlannedPost} from '../posts/plan.ts';
import type {FollowUp} from './follow-ups.ts';

export interface AttachmentParts {
  database: Database;
  files: Files;
  fileStore: FileStore;
  source: ImportFiles;
  count: Batch['count'];
  /** Hears of a file that the server does not take, and why. */
  refused(name: string, reason: string): void;
}

interface StoredAttachment {
  id: string;
  name: string;
  size: number;
  path: string;
  /** 0 for one that the post has; others it had once. */
  deleteat: number;
}

export type Attachments = ReturnType<typeof createAttachments>;

/**
 * Adds the files that a line lists to its post, in their order, and removes those that it doesn't list
 * (docs/specification.md#files-of-posts). A file with the same name and content isn't copied again. Posts whose lines
 * don't mention files keep theirs.
 */
export function createAttachments(parts: AttachmentParts) {
  // The last work on each post that is under way: of two lines about one post the later one counts.
  const turns = new Map<string, Promise<void>>();

  async function inTurn(postId: string, work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(postId) ?? Promise.resolve()).then(work);
    turns.set(postId, turn);
    try {
      await turn;
    } finally {
      if (turns.get(postId) === turn) turns.delete(postId);
    }
  }

  return {
    of(posts: Iterable<PlannedPost>, {repeated}: Pick<Batch, 'repeated'>): FollowUp[] {
      const work: FollowUp[] = [];
      for (const post of posts) {
        const {attachments} = post.source;
        // A new post has no files that would have to go.
        if (attachments === undefined || (attachments.length === 0 && !post.existing)) continue;
        const paths = attachments.map(({path}) => path);
        work.push({run: () => inTurn(post.id, () => attach(post, paths, {...parts, repeated}))});
      }
      return work;
    },
  };
}

async function attach(
  post: PlannedPost,
  paths: readonly string[],
  parts: AttachmentParts & Pick<Batch, 'repeated'>,
): Promise<void> {
  const {database, files, count, repeated} = parts;
  const everStored = await storedAttachments(database, post.id);
  const stored = everStored.filter(({deleteat}) => deleteat === 0);
  const taken = new Set(everStored.map(({id}) => id));
  const left = [...stored];
  const kept: string[] = [];
  const received: ReceivedFile[] = [];
  const ids: string[] = [];
  for (const path of paths) {
    const same = await findSame(path, left, parts);
    if (same) {
      left.splice(left.indexOf(same), 1);
      kept.push(same.id);
      ids.push(same.id);
      continue;
    }
    const place = placeFor(post, path, taken);
    const file = await receive(path, place, parts);
    if (!file) continue;
    taken.add(file.id);
    received.push(file);
    ids.push(file.id);
  }
  // What an interrupted run has come to was counted then.
  if (!repeated) count('attachment', 'unchanged', kept.length);
  count('attachment', 'created', received.length);
  const inOrder = stored.map(({id}) => id).join() === ids.join();
  if (received.length === 0 && left.length === 0 && inOrder) return;
  await database.transaction(async (tx) => {
    await files.replaceOnPost(
      tx,
      {postId: post.id, channelId: post.channel.id, userId: post.userId, createAt: post.createAt},
      {kept, received},
    );
    await tx.execute({
      text: `
        update Posts set FileIds = $2, UpdateAt = case when $3 then greatest(UpdateAt, $4) else UpdateAt end
        where Id = $1 and FileIds <> $2`,
      values: [post.id, JSON.stringify(ids), post.existing !== undefined, Date.now()],
    });
  });
}

/**
 * The first place for such a file of the post that is not taken. An import that goes on after its process was killed
 * comes to the same place again, so that a file which was copied, and whose row was not written, is not left behind.
 */
function placeFor({id: postId}: PlannedPost, path: string, taken: ReadonlySet<string>) {
  for (let copy = 0; ; copy++) {
    const id = idOf(JSON.stringify(['attachment', postId, path, copy]));
    if (!taken.has(id)) return {id, folder: `files/imported/${id.slice(0, 2)}/${id}`};
  }
}

async function receive(
  path: string,
  place: ReturnType<typeof placeFor>,
  {files, source, refused}: AttachmentParts,
): Promise<ReceivedFile | undefined> {
  const found = await source.find(path);
  if ('problem' in found) {
    refused(path, found.problem);
    return undefined;
  }
  try {
    return await files.receive(baseName(path), await source.read(path), {keepHugeImages: true, place});
  } catch (error) {
    // What concerns this one file only; a full disk does not.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    refused(path, error.message);
    return undefined;
  }
}

/** The stored file that has the name and the content of the one at the path. */
async function findSame(
  path: string,
  stored: readonly StoredAttachment[],
  {source, fileStore}: AttachmentParts,
): Promise<StoredAttachment | undefined> {
  const named = stored.filter(({name}) => name === shownName(path));
  if (named.length === 0) return undefined;
  const found = await source.find(path);
  if ('problem' in found) return undefined;
  const sized = named.filter(({size}) => size === found.size);
  if (sized.length === 0) return undefined;
  const wanted = await digestContent(await source.read(path));
  for (const file of sized) {
    if ((await fileStore.size(file.path)) !== file.size) continue;
    if (isSameContent(await digestContent(await fileStore.read(file.path)), wanted)) return file;
  }
  return undefined;
}

function baseName(path: string): string {
  return posix.basename(path.replaceAll('\\', '/'));
}

function shownName(path: string): string {
  try {
    return cleanFileName(baseName(path));
  } catch {
    return '';
  }
}

/** The files that a post has, in the order that it names them, and those that it had. */
async function storedAttachments(database: Database, postId: string): Promise<StoredAttachment[]> {
  return database.rows<StoredAttachment>({
    name: 'import-attachments',
    text: `
      select f.Id, f.Name, f.Size, f.Path, f.DeleteAt
      from FileInfo f join Posts p on p.Id = f.PostId
      where f.PostId = $1
      order by array_position(array(select jsonb_array_elements_text(p.FileIds::jsonb))::text[], f.Id::text), f.Id`,
    values: [postId],
  });
}
