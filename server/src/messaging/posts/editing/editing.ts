import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import {newId} from '../../../platform/database/ids.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {Channels} from '../../channels/channels.ts';
import type {Files} from '../../files/files.ts';
import {deleteFlagsOfPosts} from '../../preferences/preferences.ts';
import {findHashtags} from '../creation/hashtags.ts';
import {POLL_TYPE, requireFewFiles, requireMessageFits, requirePropsFit} from '../creation/rules.ts';
import type {LatePreviews} from '../late-previews.ts';
import type {LinkEmbedFinder} from '../link-embeds.ts';
import {changeId, deletionId} from '../missed-posts.ts';
import type {PostPictureFinder} from '../pictures.ts';
import {channelArchived, emptyPost, postNotFound} from '../post-errors.ts';
import type {PostPresenter} from '../post-presenter.ts';
import type {WirePost} from '../present.ts';
import {propsAfterEdit, withNormalizedAttachments} from '../props.ts';
import type {PostQuotes, Quote} from '../quotes.ts';
import {type PostRow, selectPosts} from '../store.ts';
import {
  insertEarlierVersion,
  lockPost,
  markDeleted,
  markThreadDeleted,
  recountThread,
  selectBroadcasts,
  selectEarlierVersions,
  updatePost,
} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** The text, props, pin or related data of a post, such as files or reactions, changed. */
    'post:edited': {
      post: WirePost;
      /** All quotes in the post, before permission checks. Send them only to users who can read their channels. */
      quotes?: readonly Quote[];
    };
    /** A post was deleted. If it is a root post, its replies were deleted too. */
    'post:deleted': {post: WirePost; deletedBy: string};
  }
}

/** The changes to a post. Missing fields don't change. */
export interface PostPatch {
  message?: string;
  props?: Record<string, unknown>;
  isPinned?: boolean;
  /** The new list of files. */
  fileIds?: readonly string[];
}

/** Edits and deletes posts. The caller checks permissions. */
export function createPostEditing({
  database,
  events,
  config,
  channels,
  files,
  presentPosts,
  pictures,
  linkEmbeds,
  quotes,
  publishWhenFetched,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  channels: Channels;
  files: Files;
  presentPosts: PostPresenter;
  pictures: PostPictureFinder;
  linkEmbeds: LinkEmbedFinder;
  quotes: PostQuotes;
  publishWhenFetched: LatePreviews;
}) {
  async function present(id: string): Promise<WirePost> {
    const [post] = await presentPosts(await selectPosts(database, [id]));
    return post!;
  }

  function requireInTime(row: PostRow): void {
    const {PostEditTimeLimit} = config.get().ServiceSettings;
    if (PostEditTimeLimit === -1 || Date.now() <= row.createat + PostEditTimeLimit * 1000) return;
    throw new AppError({
      id: 'api.post.update_post.permissions_time_limit.app_error',
      message: `You can edit a message for ${PostEditTimeLimit} seconds after it was sent, and that time has passed (ServiceSettings.PostEditTimeLimit).`,
      params: {seconds: PostEditTimeLimit},
      status: 400,
    });
  }

  /** Removes files that are not in the list, and attaches new ones. If the post had them before, they are restored. */
  async function changeFiles(
    tx: Transaction,
    row: PostRow,
    fileIds: readonly string[],
    restores: boolean,
  ): Promise<void> {
    const {id: postId, channelid: channelId, userid: userId, createat: createAt} = row;
    const before: string[] = JSON.parse(row.fileids);
    await files.replaceOnPost(tx, {postId, channelId, userId, createAt}, {kept: fileIds, received: []});
    const added = fileIds.filter((fileId) => !before.includes(fileId));
    if (restores) await files.restoreOfPost(tx, postId, added);
    else await files.attachToPost(tx, {fileIds: added, postId, channelId, userId});
  }

  /** @param options.restoresFiles whether the post had the new files before */
  async function change(
    id: string,
    patch: PostPatch,
    {byPerson = false, restoresFiles = false} = {},
  ): Promise<WirePost> {
    if (patch.message !== undefined) requireMessageFits(patch.message);
    if (patch.fileIds) requireFewFiles(patch.fileIds);
    const changed = await database.transaction(async (tx) => {
      const row = await lockPost(tx, id);
      if (!row || row.deleteat > 0) throw postNotFound(id);
      if (row.type.startsWith('system_')) throw systemMessage();
      const channel = await channels.byId(row.channelid);
      if (channel.deleteat > 0) throw channelArchived(channel.displayname);

      const message = patch.message ?? row.message;
      const props = patch.props ? propsAfterEdit(row.props, patch.props) : row.props;
      requirePropsFit(props);
      const ispinned = patch.isPinned ?? row.ispinned;
      const newText = message !== row.message;
      const newProps = patch.props !== undefined && JSON.stringify(props) !== JSON.stringify(row.props);
      const fileids = patch.fileIds ? JSON.stringify([...new Set(patch.fileIds)]) : row.fileids;
      const newFiles = fileids !== row.fileids;
      if (!newText && !newProps && !newFiles && ispinned === row.ispinned) return undefined;
      if (byPerson && row.type === POLL_TYPE && (newText || newProps || newFiles)) throw unchangeablePoll();
      if ((newText || newFiles) && byPerson) requireInTime(row);
      if (newFiles && fileids === '[]' && message.trim() === '' && !props.attachments) throw emptyPost();

      // Later than the previous change, so that clients that sync by time don't miss this one.
      const now = Math.max(Date.now(), row.updateat + 1);
      if (newText || newProps || newFiles) await insertEarlierVersion(tx, {id, versionId: newId(), now});
      if (newFiles) await changeFiles(tx, row, JSON.parse(fileids), restoresFiles);
      await updatePost(tx, id, {
        message,
        hashtags: newText ? findHashtags(message) : row.hashtags,
        props,
        fileids,
        ispinned,
        editat: newText || newFiles ? now : row.editat,
        updateat: now,
      });
      const {userid, channelid, type} = row;
      return {userid, channelid, type, message, props};
    });
    const links = changed && (await linkEmbeds.getForNewPost(changed));
    if (changed) await pictures.getForNewPost(changed, links?.images);
    const post = await present(id);
    if (!changed) return post;
    events.publish('post:edited', {post, quotes: await quotes.getForNewPost(post)}, changeId(post));
    publishWhenFetched(id, links?.more);
    return post;
  }

  /** Deletes one post. Returns undefined if it is already deleted. `broadcasts` are posts that show deleted replies. */
  async function deleteOne(
    tx: Transaction,
    id: string,
    deletedBy: string,
  ): Promise<{flaggers: string[]; broadcasts: string[]} | undefined> {
    const row = await lockPost(tx, id);
    if (!row || row.deleteat > 0 || row.originalid !== '') return undefined;
    const now = Math.max(Date.now(), row.updateat + 1);
    const deleted = await markDeleted(tx, {id, deletedBy, now});
    for (const postId of deleted) await files.deleteForPost(tx, postId);
    if (row.rootid === '') await markThreadDeleted(tx, id, now);
    else await recountThread(tx, row.rootid);
    return {
      flaggers: await deleteFlagsOfPosts(tx, deleted),
      broadcasts: await selectBroadcasts(tx, deleted),
    };
  }

  /**
   * Deletes a post as {@link delete} does, in the given transaction. Call the returned function after the commit to
   * publish the deletion.
   */
  async function deleteIn(tx: Transaction, id: string, deletedBy: string): Promise<() => Promise<void>> {
    const first = await deleteOne(tx, id, deletedBy);
    if (!first) throw postNotFound(id);
    const flaggers = new Set(first.flaggers);
    const deletedIds = [id];
    for (const broadcasts = [...first.broadcasts]; broadcasts.length > 0; ) {
      const broadcastId = broadcasts.pop()!;
      const deleted = await deleteOne(tx, broadcastId, deletedBy);
      if (!deleted) continue;
      deletedIds.push(broadcastId);
      for (const userId of deleted.flaggers) flaggers.add(userId);
      broadcasts.push(...deleted.broadcasts);
    }
    return async () => {
      if (flaggers.size > 0) events.publish('preferences:stale', {userIds: [...flaggers]});
      for (const postId of deletedIds) {
        events.publish('post:deleted', {post: await present(postId), deletedBy}, deletionId(postId));
      }
    };
  }

  return {
    /**
     * Edits a post. The earlier version is stored as a deleted post that refers to it.
     *
     * @param options.byPerson whether the setting that limits the time for editing applies
     * @throws AppError 400 for text or props that are too long, invalid files, a system message, an archived channel,
     *   or after the time limit; 404 if the post doesn't exist or was deleted.
     */
    patch: (id: string, patch: PostPatch, options: {byPerson?: boolean} = {}): Promise<WirePost> =>
      change(id, patch, options),

    /**
     * Changes the props of a post that the server computes, while holding a lock on the post. This is not an edit: no
     * earlier version is stored. `compute` may write other data in the transaction, and can throw to cancel the change.
     *
     * @throws AppError 404 if the post doesn't exist or was deleted; 400 for an archived channel or too many props.
     */
    async recompute(
      id: string,
      compute: (tx: Transaction, props: Record<string, unknown>) => Promise<Record<string, unknown>>,
    ): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await lockPost(tx, id);
        if (!row || row.deleteat > 0) throw postNotFound(id);
        const channel = await channels.byId(row.channelid);
        if (channel.deleteat > 0) throw channelArchived(channel.displayname);
        const props = withNormalizedAttachments(await compute(tx, row.props));
        requirePropsFit(props);
        await updatePost(tx, id, {...row, props, updateat: Math.max(Date.now(), row.updateat + 1)});
      });
      const post = await present(id);
      events.publish('post:edited', {post}, changeId(post));
    },

    /**
     * Restores the text and files of an earlier version, as an edit by the author. The replaced version is kept.
     *
     * @throws AppError 400 if `versionId` is not an earlier version of the post, and like {@link patch}; 404 if there
     *   is no such version.
     */
    async restoreVersion(id: string, versionId: string): Promise<WirePost> {
      const [version] = await selectPosts(database, [versionId]);
      if (!version) throw versionNotFound(versionId);
      if (version.originalid !== id) throw notAVersion(id, versionId);
      const fileIds: string[] = JSON.parse(version.fileids);
      const found = await files.everAttachedTo(id, fileIds);
      return change(
        id,
        {message: version.message, fileIds: fileIds.filter((fileId) => found.has(fileId))},
        {byPerson: true, restoresFiles: true},
      );
    },

    /**
     * Deletes a post with its files and, for a root post, all replies, and the posts that show deleted replies in the
     * channel. The rows are kept and record who deleted them.
     *
     * @throws AppError 404 if the post doesn't exist or was already deleted.
     */
    async delete(id: string, deletedBy: string): Promise<void> {
      const publish = await database.transaction((tx) => deleteIn(tx, id, deletedBy));
      await publish();
    },

    deleteIn,

    /** Earlier versions of a post with their files, newest first. @throws AppError 404 if the post was never edited. */
    async history(id: string): Promise<WirePost[]> {
      const rows = await selectEarlierVersions(database, id);
      if (rows.length === 0) {
        throw new AppError({
          id: 'app.post.get_post_edit_history.not_found.app_error',
          message: 'This message was never edited.',
          explanation: `The post ${id} was never edited.`,
          status: 404,
        });
      }
      const versions = await presentPosts(rows);
      // Files belong to the post, not to its versions, so they are read for the post.
      const filesById = await files.everAttachedTo(id, [
        ...new Set(versions.flatMap(({file_ids = []}) => file_ids)),
      ]);
      for (const {file_ids = [], metadata} of versions) {
        metadata.files = file_ids.flatMap((fileId) => filesById.get(fileId) ?? []);
      }
      return versions;
    },
  };
}

function unchangeablePoll(): AppError {
  return new AppError({
    id: 'api.post.update_post.poll.app_error',
    message:
      "A poll can't be edited, because people have voted on its text. Delete it and create another one.",
    status: 400,
  });
}

function versionNotFound(versionId: string): AppError {
  return new AppError({
    id: 'app.post.restore_post_version.get_single.app_error',
    message: "This version of the message doesn't exist.",
    explanation: `There is no version with the id ${versionId}.`,
    status: 404,
  });
}

function notAVersion(id: string, versionId: string): AppError {
  return new AppError({
    id: 'app.post.restore_post_version.not_an_history_item.app_error',
    message: "This isn't an earlier version of the message.",
    explanation: `${versionId} is not an earlier version of the message ${id}.`,
    status: 400,
  });
}

function systemMessage(): AppError {
  return new AppError({
    id: 'api.post.update_post.system_message.app_error',
    message: 'System messages cannot be changed.',
    status: 400,
  });
}
