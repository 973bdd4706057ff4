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

export interface AttachmentDependencies {
  database: Database;
  files: Files;
  fileStore: FileStore;
  source: ImportFiles;
  count: Batch['count'];
  /** Called for each file that the server rejects. */
  onRejected(name: string, reason: string): void;
}

interface StoredAttachment {
  id: string;
  name: string;
  size: number;
  path: string;
  /** 0 for the post's current files; other files were removed. */
  deleteat: number;
}

export type Attachments = ReturnType<typeof createAttachments>;

/**
 * Adds the files that a line lists to its post, in their order, and removes those that it doesn't list
 * (docs/specification.md#files-of-posts). A file with the same name and content isn't copied again. Posts whose lines
 * don't mention files keep theirs.
 */
export function createAttachments(dependencies: AttachmentDependencies) {
  // The last pending work on each post, so that the later of two lines about a post takes effect.
  const pendingWork = new Map<string, Promise<void>>();

  async function runInOrder(postId: string, work: () => Promise<void>): Promise<void> {
    const current = (pendingWork.get(postId) ?? Promise.resolve()).then(work);
    pendingWork.set(postId, current);
    try {
      await current;
    } finally {
      if (pendingWork.get(postId) === current) pendingWork.delete(postId);
    }
  }

  return {
    of(posts: Iterable<PlannedPost>, {repeated}: Pick<Batch, 'repeated'>): FollowUp[] {
      const work: FollowUp[] = [];
      for (const post of posts) {
        const {attachments} = post.source;
        // A new post has no files to remove.
        if (attachments === undefined || (attachments.length === 0 && !post.existing)) continue;
        const paths = attachments.map(({path}) => path);
        work.push({run: () => runInOrder(post.id, () => attach(post, paths, {...dependencies, repeated}))});
      }
      return work;
    },
  };
}

async function attach(
  post: PlannedPost,
  paths: readonly string[],
  dependencies: AttachmentDependencies & Pick<Batch, 'repeated'>,
): Promise<void> {
  const {database, files, count, repeated} = dependencies;
  const allStored = await storedAttachments(database, post.id);
  const stored = allStored.filter(({deleteat}) => deleteat === 0);
  const taken = new Set(allStored.map(({id}) => id));
  const left = [...stored];
  const kept: string[] = [];
  const received: ReceivedFile[] = [];
  const ids: string[] = [];
  for (const path of paths) {
    const same = await findSame(path, left, dependencies);
    if (same) {
      left.splice(left.indexOf(same), 1);
      kept.push(same.id);
      ids.push(same.id);
      continue;
    }
    const place = nextLocation(post, path, taken);
    const file = await receive(path, place, dependencies);
    if (!file) continue;
    taken.add(file.id);
    received.push(file);
    ids.push(file.id);
  }
  // If an interrupted run got this far, it counted these files.
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
 * The first free location for a file of the post. A resumed import finds the same location, so it overwrites a file
 * whose row was not written.
 */
function nextLocation({id: postId}: PlannedPost, path: string, taken: ReadonlySet<string>) {
  for (let copy = 0; ; copy++) {
    const id = idOf(JSON.stringify(['attachment', postId, path, copy]));
    if (!taken.has(id)) return {id, folder: `files/imported/${id.slice(0, 2)}/${id}`};
  }
}

async function receive(
  path: string,
  place: ReturnType<typeof nextLocation>,
  {files, source, onRejected}: AttachmentDependencies,
): Promise<ReceivedFile | undefined> {
  const found = await source.find(path);
  if ('problem' in found) {
    onRejected(path, found.problem);
    return undefined;
  }
  try {
    return await files.receive(baseName(path), await source.read(path), {
      keepHugeImages: true,
      location: place,
    });
  } catch (error) {
    // Only errors about this file; a full disk, for example, is thrown.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    onRejected(path, error.message);
    return undefined;
  }
}

/** Finds the stored file with the name and content of the file at the path. */
async function findSame(
  path: string,
  stored: readonly StoredAttachment[],
  {source, fileStore}: AttachmentDependencies,
): Promise<StoredAttachment | undefined> {
  const named = stored.filter(({name}) => name === storedName(path));
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

function storedName(path: string): string {
  try {
    return cleanFileName(baseName(path));
  } catch {
    return '';
  }
}

/** The post's current files in order, and its removed ones. */
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
