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
  withComings: true,
  hasOlder: false,
  hasNewer: false,
  isChannel: true,
};

let made = 0;
function post(create_at: number, more: Partial<Post> = {}): Post {
  const metadata = {embeds: [], emojis: [], files: [], images: {}};
  return {
    id: `p${++made}`,
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
  test('begin with the channel, and have each day once', () => {
    const rows = postRows([post(1), post(2 * MINUTE), post(DAY + 1)], [], options);
    expect(kinds(rows)).toEqual(['beginning', 'day', 'post', 'post', 'day', 'post']);
  });

  test('do not say where a day begins of which there are older posts', () => {
    const rows = postRows([post(1), post(DAY + 1)], [], {...options, hasOlder: true});
    expect(kinds(rows)).toEqual(['older', 'post', 'day', 'post']);
  });

  test('share one head where one author goes on within five minutes', () => {
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

  test('have a head each, for who wants it so', () => {
    const rows = postRows([post(0), post(1)], [], {...options, grouped: false});
    expect(rows.some((row) => row.kind === 'post' && row.follows)).toBe(false);
  });

  test('tell a webhook from the account behind it', () => {
    const rows = postRows(
      [post(0), post(1, {props: {from_webhook: 'true', override_username: 'alerts'}})],
      [],
      options,
    );
    expect(rows.at(-1)).toMatchObject({follows: false});
  });

  test('have a line before the first new post of somebody else', () => {
    const posts = [post(1), post(2, {user_id: 'me'}), post(3), post(4)];
    const rows = postRows(posts, [], {...options, newAfter: 1});
    expect(kinds(rows)).toEqual(['beginning', 'day', 'post', 'post', 'new', 'post', 'post']);
  });

  test('leave replies to the threads where those are collapsed', () => {
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
      'post',
    ]);
  });

  test('gather who comes and goes, and leave it out on demand', () => {
    const comings = [1, 2, 3].map((at) => post(at, {type: 'system_join_channel'}));
    expect(postRows(comings, [], options).at(-1)).toMatchObject({
      kind: 'joinLeave',
      ids: comings.map(({id}) => id),
    });
    expect(kinds(postRows(comings, [], {...options, withComings: false}))).toEqual(['beginning']);
  });

  test('end with what is on its way, unless there is more to read', () => {
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
