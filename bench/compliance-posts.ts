import {connectPlatform} from '../server/src/commands/platform.ts';
import type {PatchbayServer} from './patchbay.ts';

/** The number of posts in the window of {@link createPosts}. */
export const POSTS = 1_000_000;
export const WINDOW_START = Date.UTC(2020, 0, 1);
export const WINDOW_END = Date.UTC(2021, 0, 1);

/**
 * Inserts a million posts by a thousand users in a hundred channels into Patchbay's database. Omits the search
 * indexes, which these cases don't use and which take minutes to fill.
 */
export async function createPosts({dataDirectory}: PatchbayServer): Promise<void> {
  process.env.PATCHBAY_DATA = dataDirectory;
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  const {database} = platform;
  try {
    await database.execute({text: 'drop index idx_posts_search, idx_posts_hashtags_txt'});
    await database.execute({
      text: `
        insert into Users (Id, CreateAt, UpdateAt, Username, Email)
        select lpad(n::text, 26, 'u'), 1, 1, 'user' || n, 'user' || n || '@example.org' from generate_series(1, 1000) n`,
    });
    await database.execute({
      text: `
        insert into Teams (Id, CreateAt, UpdateAt, DisplayName, Name, Type)
        values (lpad('1', 26, 't'), 1, 1, 'Team', 'team', 'O')`,
    });
    await database.execute({
      text: `
        insert into Channels (Id, CreateAt, UpdateAt, TeamId, Type, DisplayName, Name)
        select lpad(n::text, 26, 'c'), 1, 1, lpad('1', 26, 't'), 'O', 'Channel ' || n, 'channel-' || n
        from generate_series(1, 100) n`,
    });
    await database.execute({
      text: `
        insert into ChannelMemberHistory (ChannelId, UserId, JoinTime)
        select lpad((n % 100 + 1)::text, 26, 'c'), lpad(n::text, 26, 'u'), 1 from generate_series(1, 1000) n`,
    });
    await database.execute({
      text: `
        insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
        select lpad(n::text, 26, 'p'), t, t, lpad((n % 1000 + 1)::text, 26, 'u'), lpad((n % 100 + 1)::text, 26, 'c'),
          'Message ' || n || ': ' || md5(n::text) || ', what we said about the plan, "quoted" and not, ' || md5((n * 7)::text)
        from generate_series(1, $1) n, lateral (select $2::bigint + n * 30 as t) at`,
      values: [POSTS, WINDOW_START],
    });
    await database.execute({text: 'vacuum analyze Posts'});
  } finally {
    await disconnect();
  }
}
