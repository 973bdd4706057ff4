import type {Post} from '@mattermost/types/posts';
import {authorKey} from './overrides.ts';
import type {PendingPost} from './pending-posts.ts';

/** One line of a list of posts. */
export type PostRow =
  | {kind: 'day'; key: string; at: number}
  | {kind: 'new'; key: string}
  | {kind: 'post'; key: string; id: string; follows: boolean}
  | {kind: 'joinLeave'; key: string; ids: readonly string[]}
  | {kind: 'pending'; key: string; post: PendingPost; follows: boolean}
  | {kind: 'older' | 'newer' | 'beginning'; key: string};

interface RowOptions {
  /** The first post after this time, by somebody else, is the first new one; 0 for no line. */
  newAfter: number;
  ownId: string;
  dayKey: (millis: number) => string;
  /** Replies are in threads of their own. */
  collapsed: boolean;
  /** Whether posts that one author makes in a row share one head. */
  grouped: boolean;
  /** Whether notices of joining and leaving are shown. */
  withComings: boolean;
  hasOlder: boolean;
  hasNewer: boolean;
  /** The list is a whole channel, which has a beginning to show. */
  isChannel: boolean;
}

/** Posts by one author within this time, in milliseconds, share one head. */
const TOGETHER = 5 * 60_000;
const COMINGS = /^system_(?:join|leave|add_to|remove_from)_/;

/** The lines of a list: posts, days between them, and where the new ones begin. */
export function postRows(
  posts: readonly Post[],
  pending: readonly PendingPost[],
  options: RowOptions,
): PostRow[] {
  const {newAfter, ownId, dayKey, collapsed, grouped, withComings} = options;
  const {hasOlder, hasNewer, isChannel} = options;
  const rows: PostRow[] = [];
  if (hasOlder) rows.push({kind: 'older', key: 'older'});
  else if (isChannel) rows.push({kind: 'beginning', key: 'beginning'});
  let day = '';
  let before: Post | undefined;
  let isLineDrawn = newAfter === 0;
  for (const post of posts) {
    if (isChannel && collapsed && post.root_id !== '') continue;
    const isComing = COMINGS.test(post.type);
    if (isComing && !withComings) continue;
    const postDay = dayKey(post.create_at);
    if (postDay !== day) {
      // Where the first day begins is not known while there are older posts.
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
    if (isComing && last?.kind === 'joinLeave') {
      rows[rows.length - 1] = {...last, ids: [...last.ids, post.id]};
    } else if (isComing) {
      rows.push({kind: 'joinLeave', key: post.id, ids: [post.id]});
    } else {
      rows.push({
        kind: 'post',
        key: post.id,
        id: post.id,
        follows: grouped && before !== undefined && follows(post, before),
      });
    }
    before = isComing ? undefined : post;
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
    const isTogether = grouped && before?.user_id === ownId && before.props.from_webhook !== 'true';
    rows.push({kind: 'pending', key: post.id, post, follows: isTogether && before?.root_id === post.rootId});
  }
  return rows;
}

function follows(post: Post, before: Post): boolean {
  return (
    !post.type.startsWith('system_') &&
    !before.type.startsWith('system_') &&
    before.state !== 'DELETED' &&
    authorKey(post) === authorKey(before) &&
    post.root_id === before.root_id &&
    post.create_at - before.create_at < TOGETHER &&
    !post.metadata?.priority?.priority
  );
}
