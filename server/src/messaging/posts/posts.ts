import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import type {Channels} from '../channels/channels.ts';
import type {Emoji} from '../emoji/emoji.ts';
import type {Files} from '../files/files.ts';
import type {Groups} from '../groups/groups.ts';
import type {ImageProxy} from '../image-proxy/image-proxy.ts';
import type {LinkPreviews} from '../link-previews/link-previews.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {Reactions} from '../reactions/reactions.ts';
import type {Statuses} from '../statuses/statuses.ts';
import type {Users} from '../users/users.ts';
import {createPostCreation} from './creation/creation.ts';
import type {PostOutbox} from './creation/outbox.ts';
import {createCustomEmojiFinder} from './custom-emoji.ts';
import {createPostEditing} from './editing/editing.ts';
import {type ActionSealer, createEphemeralPosts} from './ephemeral-posts.ts';
import {createLatePreviews} from './late-previews.ts';
import {createLinkEmbedFinder} from './link-embeds.ts';
import {createNewestPages} from './lists/newest-pages.ts';
import {createPostLists} from './lists/post-lists.ts';
import {createMissedPosts} from './missed-posts.ts';
import {createThreadMoving} from './moving/moving.ts';
import {createPostPictureFinder} from './pictures.ts';
import {postNotFound} from './post-errors.ts';
import {createPostPresenter} from './post-presenter.ts';
import type {WirePost} from './present.ts';
import {createPostQuotes} from './quotes.ts';
import {createReadState} from './read-state/read-state.ts';
import {selectPosts} from './store.ts';

export {collapsedThreadsMode} from './collapsed-threads.ts';
export {findHashtags} from './creation/hashtags.ts';
export {mentionedNames} from './creation/mentions.ts';
export type {PostOutbox} from './creation/outbox.ts';
export type {PostInput} from './creation/preparation.ts';
export {isReservedType, POLL_TYPE, rejectReservedType, UNCOUNTED_TYPES} from './creation/rules.ts';
export type {PostPatch} from './editing/editing.ts';
export type {PostAuthor} from './ephemeral-posts.ts';
export type {WirePost} from './present.ts';
export {pickOrigin, withoutOrigin} from './props.ts';
export {addQuotes, type Quote} from './quotes.ts';

export type Posts = ReturnType<typeof createPosts>;

/** Messages in channels: creating, editing, deleting and listing them. */
export function createPosts(parts: {
  cluster: Cluster;
  database: Database;
  events: EventBus;
  config: Config;
  log: Logger;
  metrics: Metrics;
  permissions: Permissions;
  channels: Channels;
  users: Users;
  files: Files;
  emoji: Emoji;
  reactions: Reactions;
  imageProxy: ImageProxy;
  linkPreviews: LinkPreviews;
  statuses: Statuses;
  groups: Groups;
  actionCookies: ActionSealer;
  postOutboxes: readonly PostOutbox[];
}) {
  const {database} = parts;
  const findCustomEmoji = createCustomEmojiFinder(parts);
  const pictures = createPostPictureFinder(parts);
  const linkEmbeds = createLinkEmbedFinder(parts);
  const presentPosts = createPostPresenter({...parts, findCustomEmoji, pictures, linkEmbeds});
  const quotes = createPostQuotes({...parts, presentPosts});

  /** Posts by their ids, ordered by id. Skips unknown ids and, by default, deleted posts. */
  async function byIds(ids: readonly string[], {includeDeleted = false} = {}): Promise<WirePost[]> {
    const rows = new Map((await selectPosts(database, ids)).map((row) => [row.id, row]));
    const found = ids.flatMap((id) => rows.get(id) ?? []);
    return presentPosts(includeDeleted ? found : found.filter((row) => row.deleteat === 0));
  }

  /** @throws AppError 404 if the post doesn't exist, or was deleted and `includeDeleted` is not set. */
  async function byId(id: string, options?: {includeDeleted?: boolean}): Promise<WirePost> {
    const [post] = await byIds([id], options);
    if (!post) throw postNotFound(id);
    return post;
  }

  const publishWhenFetched = createLatePreviews({...parts, quotes, byIds});
  const missedPosts = createMissedPosts({
    ...parts,
    byIds,
    createdEvent: (post) => createdEvent(post),
    editedEvent: async (post) => ({post, quotes: await quotes.getForNewPost(post)}),
  });
  const {audience, createdEvent, createThread, ...creation} = createPostCreation({
    ...parts,
    findCustomEmoji,
    pictures,
    linkEmbeds,
    quotes,
    publishWhenFetched,
    missedPosts,
    byId,
  });
  const {deleteIn, ...editing} = createPostEditing({
    ...parts,
    presentPosts,
    pictures,
    linkEmbeds,
    quotes,
    publishWhenFetched,
  });
  const lists = createPostLists({database, presentPosts});
  return {
    ...creation,
    ...editing,
    ...createThreadMoving({...parts, createThread, deleteIn}),
    ...createReadState({...parts, audience}),
    ephemeral: createEphemeralPosts({...parts, pictures}),
    lists: {...lists, ...createNewestPages({...parts, pictures, quotes, lists})},
    quotes,
    byId,
    byIds,
  };
}
