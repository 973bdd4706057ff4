import type {Database} from '../../platform/database/database.ts';
import type {Files} from '../files/files.ts';
import type {Reactions} from '../reactions/reactions.ts';
import type {CustomEmojiFinder} from './custom-emoji.ts';
import type {LinkEmbedFinder} from './link-embeds.ts';
import type {PostPictureFinder} from './pictures.ts';
import {presentPost, type WirePost} from './present.ts';
import {type PostRow, selectAcknowledgements, selectFollowedThreads} from './store.ts';

/** A viewer with collapsed threads. Without an id, the posts don't say which threads the viewer follows. */
export interface ThreadViewer {
  viewerId?: string;
}

export type PostPresenter = ReturnType<typeof createPostPresenter>;

/**
 * Presents posts with their data from other tables. Flags in a post's row show whether there is any, so plain posts
 * need no additional query.
 */
export function createPostPresenter({
  database,
  files,
  reactions,
  findCustomEmoji,
  pictures,
  linkEmbeds,
}: {
  database: Database;
  files: Files;
  reactions: Reactions;
  findCustomEmoji: CustomEmojiFinder;
  pictures: PostPictureFinder;
  linkEmbeds: LinkEmbedFinder;
}) {
  async function findEmbeds(rows: readonly PostRow[]) {
    const embeds = await linkEmbeds.get(rows);
    const imageSizes = await pictures.get(
      rows,
      embeds.map(({images}) => images),
    );
    return {embeds, imageSizes};
  }

  return async function presentPosts(
    rows: readonly PostRow[],
    threadViewer?: ThreadViewer,
  ): Promise<WirePost[]> {
    const [filesByPost, reactionsByPost, acknowledgementsByPost, followed, {embeds, imageSizes}] =
      await Promise.all([
        onlyFor(rows, (row) => row.fileids !== '[]', files.forPosts),
        onlyFor(rows, (row) => row.hasreactions, reactions.forPosts),
        onlyFor(
          rows,
          (row) => row.requestedack === true,
          async (ids) => Map.groupBy(await selectAcknowledgements(database, ids), (row) => row.post_id),
        ),
        threadViewer?.viewerId !== undefined &&
          selectFollowedThreads(
            database,
            threadViewer.viewerId,
            rows.map((row) => row.id),
          ),
        findEmbeds(rows),
      ]);
    const emojis = await findCustomEmoji(
      rows.map((row) => ({
        text: row.message,
        names: reactionsByPost?.get(row.id)?.map((reaction) => reaction.emoji_name),
      })),
    );
    return rows.map((row, index) =>
      presentPost(row, {
        emojis: emojis[index],
        files: inAttachedOrder(filesByPost?.get(row.id), row.fileids),
        embeds: embeds[index]?.embeds,
        pictures: imageSizes[index],
        reactions: reactionsByPost?.get(row.id),
        acknowledgements: acknowledgementsByPost?.get(row.id),
        participants: threadViewer && (row.participants ?? []).map((id) => ({id})),
        isFollowing: followed ? followed.has(row.id) : undefined,
      }),
    );
  };
}

async function onlyFor<Found>(
  rows: readonly PostRow[],
  has: (row: PostRow) => boolean,
  find: (ids: readonly string[]) => Promise<Map<string, Found>>,
): Promise<Map<string, Found> | undefined> {
  const ids = rows.filter(has).map((row) => row.id);
  return ids.length === 0 ? undefined : find(ids);
}

/** The files in the order of the post's `file_ids`. Any that it doesn't list come last. */
function inAttachedOrder<File extends {id: string}>(
  files: readonly File[] | undefined,
  fileIds: string,
): File[] | undefined {
  if (!files || files.length < 2) return files && [...files];
  const positions = new Map((JSON.parse(fileIds) as string[]).map((id, index) => [id, index]));
  const positionOf = ({id}: File) => positions.get(id) ?? positions.size;
  return files.toSorted((a, b) => positionOf(a) - positionOf(b));
}
