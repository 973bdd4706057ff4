import type {Post} from '@mattermost/types/posts';
import {describe, expect, test} from 'vitest';
import {postRows} from './post-rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const options = {
  newAfter: 0,
  ownId: 'me',
  dayKey: (millis: number) => String(Math.floor(millis / DAY)),
  collapsed: false,
  grouped: true,
  withJoinLeave: true,
  hasOlder: false,
  hasNewer: false,
  isChannel: true,
};

let created = 0;
function post(create_at: number, more: Partial<Post> = {}): Post {
  const metadata = {embeds: [], emojis: [], files: [], images: {}};
  return {
    id: `p${++created}`,
    create_at,
    user_id: 'ann',
    root_id: '',
    type: '',
    props: {},
    metadata,
    ...more,
  } as Post;
}

const kinds = (rows: ReturnType<typeof postRows>) => rows.map(({kind}) => kind);

describe('rows of a list of posts', () => {
  test('start with the introduction of the channel and have each day once', () => {
    const rows = postRows([post(1), post(2 * MINUTE), post(DAY + 1)], [], options);
    expect(kinds(rows)).toEqual(['beginning', 'day', 'post', 'post', 'day', 'post']);
  });

  test('have no row for the first day while there are older posts', () => {
    const rows = postRows([post(1), post(DAY + 1)], [], {...options, hasOlder: true});
    expect(kinds(rows)).toEqual(['older', 'post', 'day', 'post']);
  });

  test('share one header if an author posts again within five minutes', () => {
    const rows = postRows(
      [post(0), post(4 * MINUTE), post(10 * MINUTE), post(11 * MINUTE, {user_id: 'bob'})],
      [],
      options,
    );
    expect(rows.flatMap((row) => (row.kind === 'post' ? [row.follows] : []))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  test('each have a header if the person prefers that', () => {
    const rows = postRows([post(0), post(1)], [], {...options, grouped: false});
    expect(rows.some((row) => row.kind === 'post' && row.follows)).toBe(false);
  });

  test('distinguish a webhook from its owner', () => {
    const rows = postRows(
      [post(0), post(1, {props: {from_webhook: 'true', override_username: 'alerts'}})],
      [],
      options,
    );
    expect(rows.at(-1)).toMatchObject({follows: false});
  });

  test('have a line before the first new post by someone else', () => {
    const posts = [post(1), post(2, {user_id: 'me'}), post(3), post(4)];
    const rows = postRows(posts, [], {...options, newAfter: 1});
    expect(kinds(rows)).toEqual(['beginning', 'day', 'post', 'post', 'new', 'post', 'post']);
  });

  test('leave out replies if threads are collapsed', () => {
    const root = post(1);
    const reply = post(2, {root_id: root.id});
    expect(kinds(postRows([root, reply], [], {...options, collapsed: true}))).toEqual([
      'beginning',
      'day',
      'post',
    ]);
    expect(kinds(postRows([root, reply], [], {...options, collapsed: true, isChannel: false}))).toEqual([
      'day',
      'post',
      'replies',
      'post',
    ]);
  });

  test('of a thread count the replies below its first message', () => {
    const root = post(1);
    const replies = [post(2, {root_id: root.id}), post(3, {root_id: root.id, state: 'DELETED'})];
    const thread = {...options, isChannel: false};
    expect(postRows([root, ...replies], [], thread)[2]).toMatchObject({kind: 'replies', count: 1});
    expect(kinds(postRows([root], [], thread))).toEqual(['day', 'post']);
  });

  test('group people who joined and left, or hide them if the person prefers that', () => {
    const notices = [1, 2, 3].map((at) => post(at, {type: 'system_join_channel'}));
    expect(postRows(notices, [], options).at(-1)).toMatchObject({
      kind: 'joinLeave',
      ids: notices.map(({id}) => id),
    });
    expect(kinds(postRows(notices, [], {...options, withJoinLeave: false}))).toEqual(['beginning']);
  });

  test('end with pending messages, unless there are newer ones to load', () => {
    const pending = [
      {
        id: 'x',
        channelId: 'c',
        rootId: '',
        message: 'hi',
        files: [],
        priority: '' as const,
        createAt: 5,
        writtenAfter: 4,
      },
    ];
    expect(kinds(postRows([post(1)], pending, options)).at(-1)).toBe('pending');
    expect(kinds(postRows([post(1)], pending, {...options, hasNewer: true})).at(-1)).toBe('newer');
    expect(kinds(postRows([post(1)], pending, {...options, hasOlder: true}))[0]).toBe('older');
  });
});
