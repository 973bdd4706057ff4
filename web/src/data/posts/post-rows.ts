import type {Post} from '@mattermost/types/posts';
import type {PendingPost} from './outbox.ts';
import {authorKey} from './overrides.ts';
import {rowKey} from './row-keys.ts';

/** One row of a list of posts. */
export type PostRow =
  | {kind: 'day'; key: string; at: number}
  | {kind: 'new'; key: string}
  /** Below the first message of a thread. */
  | {kind: 'replies'; key: string; count: number}
  | {kind: 'post'; key: string; id: string; follows: boolean}
  | {kind: 'joinLeave'; key: string; ids: readonly string[]}
  | {kind: 'pending'; key: string; post: PendingPost; follows: boolean}
  | {kind: 'older' | 'newer' | 'beginning'; key: string};

interface RowOptions {
  /** The first post by someone else after this time starts the new messages; 0 for no line. */
  newAfter: number;
  ownId: string;
  dayKey: (millis: number) => string;
  /** Whether replies are shown only in their threads. */
  collapsed: boolean;
  /** Whether consecutive posts by one author share one header. */
  grouped: boolean;
  /** Whether to show who joined and left. */
  withJoinLeave: boolean;
  hasOlder: boolean;
  hasNewer: boolean;
  /** Whether the list is a channel, which begins with an introduction. */
  isChannel: boolean;
}

/** In milliseconds. Posts by one author within this time share one header. */
const GROUPING_MILLIS = 5 * 60_000;
const JOIN_LEAVE = /^system_(?:join|leave|add_to|remove_from)_/;

/** Whether a type of posts says who joined or left. The person may hide these posts. */
export const isJoinLeave = (type: string): boolean => JOIN_LEAVE.test(type);

/** The rows of a list: posts, dates between them, and the line above the new messages. */
export function postRows(
  posts: readonly Post[],
  pending: readonly PendingPost[],
  options: RowOptions,
): PostRow[] {
  const {newAfter, ownId, dayKey, collapsed, grouped, withJoinLeave} = options;
  const {hasOlder, hasNewer, isChannel} = options;
  const rows: PostRow[] = [];
  if (hasOlder) rows.push({kind: 'older', key: 'older'});
  else if (isChannel) rows.push({kind: 'beginning', key: 'beginning'});
  let day = '';
  let before: HeaderFacts | undefined;
  let isLineDrawn = newAfter === 0;
  const isReply = ({root_id, state}: Post) => root_id !== '' && state !== 'DELETED';
  const replies = isChannel ? 0 : posts.filter(isReply).length + pending.length;
  for (const post of posts) {
    if (isChannel && collapsed && post.root_id !== '') continue;
    const isNotice = isJoinLeave(post.type);
    if (isNotice && !withJoinLeave) continue;
    const postDay = dayKey(post.create_at);
    if (postDay !== day) {
      // While there are older posts, the start of the first day is unknown.
      if (day !== '' || !hasOlder) rows.push({kind: 'day', key: `day ${postDay}`, at: post.create_at});
      day = postDay;
      before = undefined;
    }
    if (!isLineDrawn && post.create_at > newAfter && post.user_id !== ownId) {
      rows.push({kind: 'new', key: 'new'});
      isLineDrawn = true;
      before = undefined;
    }
    const last = rows.at(-1);
    if (isNotice && last?.kind === 'joinLeave') {
      rows[rows.length - 1] = {...last, ids: [...last.ids, post.id]};
    } else if (isNotice) {
      rows.push({kind: 'joinLeave', key: post.id, ids: [post.id]});
    } else {
      rows.push({
        kind: 'post',
        key: rowKey(post.id),
        id: post.id,
        follows: grouped && before !== undefined && follows(post, before),
      });
    }
    before = isNotice ? undefined : post;
    if (replies > 0 && post.root_id === '') rows.push({kind: 'replies', key: 'replies', count: replies});
  }
  if (hasNewer) {
    rows.push({kind: 'newer', key: 'newer'});
    return rows;
  }
  for (const post of pending) {
    const postDay = dayKey(post.createAt);
    if (postDay !== day) {
      rows.push({kind: 'day', key: `day ${postDay}`, at: post.createAt});
      day = postDay;
      before = undefined;
    }
    const asPost = asOwnPost(post, ownId);
    rows.push({
      kind: 'pending',
      key: post.id,
      post,
      follows: grouped && before !== undefined && follows(asPost, before),
    });
    before = asPost;
  }
  return rows;
}

/** A pending message in the form that decides whether it needs a header, as if it had been sent. */
function asOwnPost({rootId, createAt, priority}: PendingPost, ownId: string): HeaderFacts {
  return {
    user_id: ownId,
    root_id: rootId,
    create_at: createAt,
    type: '',
    props: {},
    metadata: priority ? {priority: {priority}} : undefined,
  };
}

type HeaderFacts = Pick<Post, 'user_id' | 'root_id' | 'create_at' | 'type' | 'props'> & {
  state?: Post['state'];
  metadata?: {priority?: {priority: string}};
};

/** Whether a post shares the header of the one above it. */
function follows(post: HeaderFacts, before: HeaderFacts): boolean {
  return (
    !post.type.startsWith('system_') &&
    !before.type.startsWith('system_') &&
    before.state !== 'DELETED' &&
    authorKey(post) === authorKey(before) &&
    post.root_id === before.root_id &&
    post.create_at - before.create_at < GROUPING_MILLIS &&
    !post.metadata?.priority?.priority
  );
}
