import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import {sql} from '../../platform/database/sql.ts';
import {inAnyOrder} from './search-query.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let secretId: string;
let secondTeamId: string;

const DAY = Date.UTC(2024, 4, 31);
const HOUR = 3_600_000;

/** The usernames of a group whose names together are longer than a word of a search. */
const VERBOSE = ['d', 'e', 'f', 'g'].map((letter) => letter.repeat(60));

/** All searchable posts, by a short name. */
const messages: Record<string, string> = {};

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
  const {channels, teams} = crew.server.features;
  secretId = await crew.channel('secret', [ann], 'P');
  const archivedId = await crew.channel('archived', [ann, bob]);
  const second = await teams.create({name: 'second', display_name: 'Second', type: 'O'}, ann.id);
  secondTeamId = second.id;
  const secondChannelId = (await channels.byName(second.id, 'town-square')).id;
  const direct = await channels.directChannel(ann.id, bob.id, ann.id);

  const say = async (name: string, author: Person, message: string, more: object = {}) => {
    messages[name] = (await crew.post(author, message, more)).id;
  };
  await say('fox', ann, 'The quick brown fox jumps over the lazy dog');
  await say('dog', bob, 'A dog named Foxy, quick as a fox #animals #pets.dog');
  await say('cat', bob, 'It’s a cat: cat-like behaviour, see https://example.com/cats #pets');
  await say('deploy', ann, 'deployment of v1.2.3 done');
  await say('secret', ann, 'a secret fox', {channel_id: secretId});
  await say('direct', ann, 'between us: a fox', {channel_id: direct.id});
  const {body: group} = await ann.post('/channels/group', [ann.id, bob.id, crew.cat.id]);
  await say('group', bob, 'a vixen for us', {channel_id: group.id});
  const verbose = await Promise.all(VERBOSE.map((name) => crew.server.person(name)));
  const {body: long} = await bob.post(
    '/channels/group',
    [bob, ...verbose].map(({id}) => id),
  );
  await say('long', bob, 'a vixen for many', {channel_id: long.id});
  await say('archived', bob, 'an archived fox', {channel_id: archivedId});
  await say('second', ann, 'a fox elsewhere', {channel_id: secondChannelId});
  await say('dotted', ann, 'see alpha.beta, gamma_delta and config/epsilon-zeta.yaml');
  await say('cafe', bob, 'Café crème at Großmann’s');
  await say('chinese', ann, '明天下午开会议室，请准时');
  await say('japanese', bob, '日本語の検索v2とﾃｽﾄ');
  await say('attached', ann, 'look', {props: {attachments: [{text: 'hidden unicorn', pretext: 'unicorn'}]}});
  await ann.post(`/posts/${messages.fox}/pin`);
  await ann.post('/reactions', {user_id: ann.id, post_id: messages.dog, emoji_name: 'dog'});
  const upload = `/files?channel_id=${crew.channelId}&filename=notes.txt`;
  const {file_infos: files} = (await ann.post(upload, Buffer.from('x'))).body;
  await say('notes', ann, 'meeting', {file_ids: [files[0].id]});
  const {posts} = crew.server.features;
  for (const [name, createAt] of [
    ['may30', DAY - 1],
    ['may31', DAY],
    ['may31end', DAY + 24 * HOUR - 1],
    ['june1', DAY + 24 * HOUR],
  ] as const) {
    const post = await posts.create({
      channelId: crew.channelId,
      userId: ann.id,
      message: `calendar ${name}`,
      createAt,
    });
    messages[name] = post.id;
  }
  await channels.archive(archivedId, ann.id);
});
afterAll(() => crew.close());

async function find(terms: string, more: object = {}, person: Person = bob, team = true): Promise<string[]> {
  const path = team ? `/teams/${crew.teamId}/posts/search` : '/posts/search';
  const {status, body} = await person.post(path, {terms, ...more});
  expect(status).toBe(200);
  const names = new Map(Object.entries(messages).map(([name, id]) => [id, name]));
  expect(Object.keys(body.posts).sort()).toEqual([...body.order].sort());
  return body.order.map((id: string) => names.get(id) ?? id).sort();
}

describe('words', () => {
  test.each<[string, string[]]>([
    ['fox', ['direct', 'dog', 'fox']],
    ['FOX quick', ['dog', 'fox']],
    ['fox -quick', ['direct']],
    ['fox -"lazy dog"', ['direct', 'dog']],
    ['"quick brown fox"', ['fox']],
    ['"brown quick"', []],
    ['depl*', ['deploy']],
    ['jum*', ['fox']],
    ['it’s', ['cat']],
    ['cat-like', ['cat']],
    ['"unclosed fox', []],
    ['lazy!', ['fox']],
    ['unicorn', []],
    ['joined', []],
    // Punctuation doesn't count toward the limits.
    [`${'-- !!! … *** '.repeat(5)} fox quick`, ['dog', 'fox']],
    [`"quick ${'- '.repeat(12)} brown" lazy`, ['fox']],
    // Parts of words between punctuation.
    ['beta', ['dotted']],
    ['alpha.beta', ['dotted']],
    ['beta.alpha', []],
    ['alpha.be*', ['dotted']],
    ['delta', ['dotted']],
    ['zeta.yaml', ['dotted']],
    ['example.com', ['cat']],
    ['cats', ['cat']],
    // Accents and letters with several spellings.
    ['cafe', ['cafe']],
    ['CAFÉ', ['cafe']],
    ['creme grossmann', ['cafe']],
    ['caf\u00e9', ['cafe']],
    ['cafe\u0301', ['cafe']],
    // Texts without spaces between words.
    ['会议', ['chinese']],
    ['会', ['chinese']],
    ['开会议室', ['chinese']],
    ['明天', ['chinese']],
    ['准时', ['chinese']],
    ['时', ['chinese']],
    ['会室', []],
    ['天会', []],
    ['会议*', ['chinese']],
    ['下午 会议', ['chinese']],
    ['下午 -会议', []],
    ['日本', ['japanese']],
    ['本語の検', ['japanese']],
    ['検索v2', ['japanese']],
    ['索v2と', ['japanese']],
    ['v2とテ', ['japanese']],
    ['テスト', ['japanese']],
    ['v2と', ['japanese']],
    ['v2本', []],
  ])('%s', async (terms, expected) => {
    expect(await find(terms)).toEqual(expected);
  });

  test('match any of the words on request', async () => {
    expect(await find('jumps behaviour')).toEqual([]);
    expect(await find('jumps behaviour', {is_or_search: true})).toEqual(['cat', 'fox']);
    expect(await find('jumps #pets', {is_or_search: true})).toEqual(['cat', 'fox']);
    expect(await find('jumps behaviour -lazy', {is_or_search: true})).toEqual(['cat']);
  });
});

describe('hashtags', () => {
  test.each<[string, string[]]>([
    ['#pets', ['cat']],
    ['#PETS', ['cat']],
    ['#pet*', ['cat', 'dog']],
    ['#animals', ['dog']],
    ['fox -#animals', ['direct', 'fox']],
    ['#pets.dog', ['dog']],
  ])('%s', async (terms, expected) => {
    expect(await find(terms)).toEqual(expected);
  });
});

describe('filters', () => {
  test.each<[string, string[]]>([
    ['fox from:ann', ['direct', 'fox']],
    ['fox from: @ann from:bob', ['direct', 'dog', 'fox']],
    ['fox -from:ann', ['dog']],
    ['fox from:nobody', []],
    ['fox in:town-square', ['dog', 'fox']],
    ['fox channel:~town-square', ['dog', 'fox']],
    ['fox in:@ann', ['direct']],
    ['fox -in:town-square', ['direct']],
    ['fox in:nowhere', []],
    ['vixen in:@ann,cat', ['group']],
    ['vixen in:@ann,@bob,@cat', ['group']],
    ['vixen -in:@ann,cat', ['long']],
    ['vixen in:@ann,unknown', []],
    ['vixen in:@ann', []],
    ['vixen in:@ann,,@cat,', ['group']],
    ['fox in:@ann,', ['direct']],
    ['fox in:@ann,bob', ['direct']],
    ['fox in:@,', []],
    [`vixen in:@${VERBOSE.join()}`, ['long']],
    [`vixen in:@${Array.from({length: 9}, (_, number) => `u${number}`).join()},ann,cat`, []],
    ['calendar on:2024-05-31', ['may31', 'may31end']],
    ['calendar before:2024-05-31', ['may30']],
    ['calendar after:2024-05-31', ['june1']],
    ['calendar before:2024-06-01 after:2024-05-30', ['may31', 'may31end']],
    ['calendar -on:2024-05-31', ['june1', 'may30']],
    ['from:bob on:2024-05-31', []],
    ['fox before:yesterday', []],
    ['has:pin', ['fox']],
    ['fox -has:pin', ['direct', 'dog']],
    ['has:reaction', ['dog']],
    ['has:file', ['notes']],
    ['ext:txt', ['notes']],
    ['meeting -ext:.TXT', []],
    ['ext:pdf', []],
    ['cat has:link', ['cat']],
    ['fox has:link', []],
    ['fox has:wings', []],
  ])('%s', async (terms, expected) => {
    expect(await find(terms)).toEqual(expected);
  });

  test("use the days of the user's time zone", async () => {
    expect(await find('calendar on:2024-05-31', {time_zone_offset: -3600})).toEqual(['june1', 'may31end']);
  });
});

describe('scope', () => {
  test('channels that the user is not in are not searched', async () => {
    expect(await find('secret fox')).toEqual([]);
    expect(await find('secret fox', {}, bob, false)).toEqual([]);
    expect(await find('secret fox', {}, ann)).toEqual(['secret']);
    await crew.server.features.channels.removeMember(secretId, ann.id, ann.id);
    expect(await find('secret fox', {}, ann)).toEqual([]);
    expect((await crew.stranger.post(`/teams/${crew.teamId}/posts/search`, {terms: 'fox'})).status).toBe(403);
    expect(await find('fox', {}, crew.stranger, false)).toEqual([]);
  });

  test('all teams are searched if no team is given', async () => {
    expect(await find('fox', {}, ann, false)).toEqual(['direct', 'dog', 'fox', 'second']);
    const {body} = await ann.post(`/teams/${secondTeamId}/posts/search`, {terms: 'fox elsewhere'});
    expect(body.order).toEqual([messages.second]);
  });

  test('in: can name the team of a channel', async () => {
    expect(await find('fox in:second/town-square', {}, ann, false)).toEqual(['second']);
    expect(await find('fox in:~Second/Town-Square in:nowhere', {}, ann, false)).toEqual(['second']);
    expect(await find('fox -in:second/town-square', {}, ann, false)).toEqual(['direct', 'dog', 'fox']);
    expect(await find('fox in:third/town-square', {}, ann, false)).toEqual([]);
    expect(await find('fox in:second/town-square', {}, bob, false)).toEqual([]);
    expect(await find('fox in:second/town-square', {}, ann)).toEqual([]);
  });

  test('without a team, those that are archived are not searched', async () => {
    const {teams, channels} = crew.server.features;
    const team = await teams.create({name: 'closed', display_name: 'Closed', type: 'O'}, ann.id);
    const {id: channelId} = await channels.byName(team.id, 'town-square');
    const upload = `/files?channel_id=${channelId}&filename=aardvark.txt`;
    const {file_infos: files} = (await ann.post(upload, Buffer.from('x'))).body;
    const more = {channel_id: channelId, file_ids: [files[0].id]};
    const {id} = await crew.post(ann, 'a closed aardvark', more);
    const findFiles = async () => (await ann.post('/files/search', {terms: 'aardvark'})).body.order;
    expect(await find('aardvark', {}, ann, false)).toEqual([id]);
    expect(await findFiles()).toEqual([files[0].id]);
    expect((await ann.delete(`/teams/${team.id}`)).status).toBe(200);
    expect(await find('aardvark', {}, ann, false)).toEqual([]);
    expect(await findFiles()).toEqual([]);
  });

  test('archived channels are searched on request', async () => {
    expect(await find('archived fox')).toEqual([]);
    expect(await find('archived fox', {include_deleted_channels: true})).toEqual(['archived']);
  });

  test('deleted posts and earlier versions are not found', async () => {
    const post = await crew.post(ann, 'a giraffe');
    await ann.put(`/posts/${post.id}/patch`, {message: 'an okapi'});
    expect(await find('giraffe')).toEqual([]);
    expect(await find('okapi')).toEqual([post.id]);
    await ann.delete(`/posts/${post.id}`);
    expect(await find('okapi')).toEqual([]);
  });
});

describe('with many posts', () => {
  // The query strategy depends on the frequency of the words, but the results do not.
  let everyTenth: string[];

  beforeAll(async () => {
    const id = await crew.channel('many', [ann, bob]);
    const other = await crew.channel('many-more', [ann]);
    const {posts} = crew.server.features;
    for (const channelId of [id, other]) {
      const created = await posts.createMany(
        Array.from({length: 1000}, (_, index) => ({
          channelId,
          userId: index % 2 === 0 ? ann.id : bob.id,
          message: `frequent ${index % 10 === 0 ? 'tenth' : 'other'} ${index === 500 ? 'needle' : 'hay'}`,
        })),
      );
      if (channelId === id) {
        everyTenth = created
          .filter((_, index) => index % 10 === 0)
          .map((post) => post.id)
          .reverse();
        messages.needle = created[500]!.id;
      }
    }
    await crew.server.platform.database.execute({text: 'analyze'});
  });

  test.each<[string, () => string[]]>([
    ['needle', () => [messages.needle!]],
    ['frequent tenth', () => everyTenth],
    ['frequent tenth from:ann', () => everyTenth],
    ['frequent tenth from:bob', () => []],
    ['frequent needle in:many', () => [messages.needle!]],
    ['frequent -tenth -hay', () => []],
    ['fox', () => [messages.direct!, messages.dog!, messages.fox!]],
  ])('%s', async (terms, expected) => {
    const {body} = await bob.post('/posts/search', {terms, per_page: 60});
    const next = await bob.post('/posts/search', {terms, per_page: 60, page: 1});
    expect([...body.order, ...next.body.order]).toEqual(expected());
  });
});

describe('a search that finds nothing is offered similar words', () => {
  const suggest = async (terms: string, by: Person = bob) =>
    (await by.post(`/teams/${crew.teamId}/posts/search/suggestion`, {terms, include_deleted_channels: true}))
      .body;

  test.each([
    // A letter is wrong, missing, too many or swapped with its neighbor, or a long word has two typos.
    ['quick brawn', 'quick brown'],
    ['brwn', 'brown'],
    ['jummps', 'jumps'],
    ['unocde jupms', ''],
    ['Jupms, LAYZ!', 'jumps, lazy!'],
    ['deplyomemt', 'deployment'],
    ['créne', 'creme'],
    // The beginning of a word.
    ['jump', 'jump*'],
    ['behav from:bob', 'behav* from:bob'],
    // The new terms must find something.
    ['brwn from:bob', ''],
    // Nothing to improve, or not a plain word.
    ['brown alpha', ''],
    ['nothing', ''],
    ['"brwn"', ''],
    ['-brwn', ''],
    ['#brwn', ''],
    ['brwn*', ''],
    ['in: brwn', ''],
    ['会义', ''],
    ['fxo', ''],
  ])('%s', async (terms, expected) => {
    expect(await suggest(terms)).toEqual({terms: expected});
  });

  test('the more frequent word is suggested, and only words of channels that the user is in', async () => {
    const channelId = await crew.channel('rare-words', [ann], 'P');
    for (const message of ['walrus', 'walrum', 'walrum again'])
      await crew.post(ann, message, {channel_id: channelId});
    expect(await suggest('walrux', ann)).toEqual({terms: 'walrum'});
    expect(await suggest('walrux', bob)).toEqual({terms: ''});
    const path = `/teams/${crew.teamId}/posts/search/suggestion`;
    expect((await crew.stranger.post(path, {terms: 'walrux'})).status).toBe(403);
    // In all teams, also only there.
    const everywhere = '/posts/search/suggestion';
    expect((await ann.post(everywhere, {terms: 'walrux'})).body).toEqual({terms: 'walrum'});
    expect((await bob.post(everywhere, {terms: 'walrux'})).body).toEqual({terms: ''});
  });
});

describe('excluded words only', () => {
  let inLong: (terms: string) => Promise<string[]>;
  let oldest: string;

  beforeAll(async () => {
    const channelId = await crew.channel('long', [ann]);
    const say = async (message: string) =>
      (await crew.post(ann, message, {channel_id: channelId})).id as string;
    oldest = await say('the very first');
    // Ten thousand copies of this post with different ids.
    const model = await say('same again #chorus');
    await crew.server.platform.database.execute({
      text: `
        insert into Posts
        select (jsonb_populate_record(p, jsonb_build_object('id', lpad(n::text, 26, '0'), 'createat', p.CreateAt + n))).*
        from Posts p, generate_series(1, 9999) n where p.Id = $1`,
      values: [model],
    });
    inLong = async (terms) =>
      (await ann.post('/posts/search', {terms: `in:long ${terms}`, per_page: 60})).body.order;
  });

  test.each([
    ['-again', []],
    ['-#chorus', []],
    ['-"same again"', []],
    ['#chorus -again', []],
    ['-first', 60],
    ['#chorus -first', 60],
  ])('%s: only the newest 10,000 posts are searched', async (terms, expected) => {
    const found = await inLong(terms);
    if (Array.isArray(expected)) expect(found).toEqual(expected);
    else expect(found).toHaveLength(expected);
  });

  test('all posts are searched if the search also has a word to find', async () => {
    expect(await inLong('the -again')).toEqual([oldest]);
  });

  test('old posts are found if there are fewer posts', async () => {
    await crew.server.platform.database.execute({
      text: `delete from Posts where Id in (select Id from Posts where Id like '000000%' limit 1)`,
    });
    expect(await inLong('-again')).toEqual([oldest]);
  });
});

test('results are paged, newest first', async () => {
  const search = async (page: number) =>
    (await bob.post('/posts/search', {terms: 'calendar', page, per_page: 3})).body.order;
  expect(await search(0)).toEqual([messages.june1, messages.may31end, messages.may31]);
  expect(await search(1)).toEqual([messages.may30]);
});

test('words match in other forms on request, unless they are quoted, excluded or short', async () => {
  const say = (message: string) => crew.post(ann, message);
  const posts = [
    await say('An invoice for the Parties'),
    await say('Two invoices, invoiced'),
    await say('Réunions à 3 h'),
    await say('The companies approve it'),
  ];
  const search = async (terms: string) => {
    const {body} = await ann.post('/posts/search', {terms, word_forms: true});
    return body.order
      .filter((id: string) => posts.some((post) => post.id === id))
      .map((id: string) => body.matches[id])
      .reverse();
  };
  expect(await search('invoices')).toEqual([['invoice'], ['invoices', 'invoiced']]);
  expect(await search('INVOICING party')).toEqual([['invoice', 'Parties']]);
  // Its stem has only three letters.
  expect(await search('used')).toEqual([]);
  expect(await search('company approving')).toEqual([['companies', 'approve']]);
  expect(await search('"invoice"')).toEqual([[]]);
  expect(await search('invoice -invoices')).toEqual([['invoice']]);
  expect(await search('reunion')).toEqual([['Réunions']]);
  expect(await search('@invoice')).toEqual([[]]);
  // The language of the person.
  expect(await search('réunionnez')).toEqual([]);
  await ann.put('/users/me/patch', {locale: 'fr'});
  expect(await search('réunionnez')).toEqual([['Réunions']]);
  await ann.put('/users/me/patch', {locale: 'en'});
  const {body} = await ann.post('/posts/search', {terms: 'invoices'});
  expect(body).toMatchObject({order: [posts[1]!.id], matches: {}});
  for (const {id} of posts) await ann.delete(`/posts/${id}`);
});

test('the oldest results can come first, with any kind of search', async () => {
  const oldestFirst = [messages.may30, messages.may31, messages.may31end, messages.june1];
  const search = async (terms: string, page: number) =>
    (await ann.post('/posts/search', {terms, sort_direction: 'asc', page, per_page: 2})).body.order;
  for (const terms of [
    'calendar',
    'from:ann before:2024-06-02',
    'calendar -unknown',
    'before:2024-06-02 -unknown',
  ]) {
    expect([terms, await search(terms, 0)]).toEqual([terms, oldestFirst.slice(0, 2)]);
    expect([terms, await search(terms, 1)]).toEqual([terms, oldestFirst.slice(2)]);
  }
  expect((await ann.post('/posts/search', {terms: 'calendar', sort_direction: 'up'})).status).toBe(400);
});

test.each(['', '   ', '***', '-', '"', '😀', 'from:', 'x'.repeat(4097)])(
  '"%s" is an empty search',
  async (terms) => {
    expect((await bob.post('/posts/search', {terms})).status).toBe(400);
  },
);

test.each(["'", "a' | 'b", 'a & !b', '\\', "\\' or 1=1", 'a:*b', '<->', '(((', 'x\u0000y', '%_'])(
  'database operators are treated as plain text: %s',
  async (terms) => {
    expect([200, 400]).toContain((await bob.post('/posts/search', {terms: `${terms} word`})).status);
  },
);

test('hashtags with underscores match exactly, using only the index', async () => {
  const {ann: author, server} = crew;
  const post = await crew.post(author, 'Done #green_apple_tree #a-b_c.d');
  await crew.post(author, 'Other words #tree_apple_green #apple_tree');
  for (const terms of ['#green_apple_tree', '#Green_Apple*', '#a-b_c.d']) {
    const {body} = await author.post('/posts/search', {terms, is_or_search: false});
    expect([terms, body.order]).toEqual([terms, [post.id]]);
  }
  // For a phrase, PostgreSQL would parse the hashtags of each post again.
  const row = await server.platform.database.row<{query: string}>(
    sql`select ${inAnyOrder(`'a_b_c'`)}::text as query`,
  );
  expect(row?.query).toBe("'a' & 'b' & 'c'");
});

test('words of identifiers are found, and PostgreSQL never sees their underscores', async () => {
  const {database} = crew.server.platform;
  const row = await database.row<{text: string}>({text: `select search_text('snake_case.x') as text`});
  // The parser of PostgreSQL would take seconds for a message such as a_a_a_a….
  expect(row?.text).toBe('snake case x');
  const post = await crew.post(crew.ann, 'Set retry_count_limit to 3');
  for (const terms of ['retry', 'limit', 'retry_count_limit', '"count_limit"', 'retry_co*']) {
    const {body} = await crew.ann.post(`/teams/${crew.teamId}/posts/search`, {terms, is_or_search: false});
    expect([terms, body.order]).toEqual([terms, [post.id]]);
  }
});

test('a text of characters that stand for many others is not indexed many times as long', async () => {
  const {database} = crew.server.platform;
  const searchTexts = async (words: string[]) => {
    const rows = await database.rows<{text: string}>({
      text: 'select search_text(word) as text from unnest($1::text[]) with ordinality as t(word, place) order by place',
      values: [words],
    });
    return rows.map(({text}) => text);
  };
  const expanding = Array.from({length: 0x10000}, (_, code) => String.fromCharCode(code)).filter(
    (character) => character.normalize('NFKD').length > 4,
  );
  expect(expanding).toContain('\ufdfa');
  const texts = await searchTexts(expanding.map((character) => character.repeat(1000)));
  // A character of Chinese or Japanese text becomes three: 日日 is indexed as 日 日日 日.
  const tooLong = expanding.filter((_, index) => [...texts[index]!].length > 3 * (2 * 1000 + 1000) + 2);
  expect(tooLong).toEqual([]);

  // The longest texts in the languages with the most marks are complete, and so is a short text of such characters.
  const complete = ['각', '\u1f82', 'ậ', 'ख़', 'بِّ', 'שּׁ'].map((letter) => `${letter.repeat(16_000)} the end`);
  for (const text of await searchTexts(complete)) expect(text).toMatch(/ the end$/);
  expect(await searchTexts([`${'\ufdfa '.repeat(20)}end`])).toEqual([expect.stringMatching(/ end$/)]);
});
