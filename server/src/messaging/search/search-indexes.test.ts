import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {updateSearchIndexes} from './search-indexes.ts';

let crew: Crew;
let postId: string;
let fileId: string;

beforeAll(async () => {
  crew = await createCrew();
  const upload = `/files?channel_id=${crew.channelId}&filename=annual-report.txt`;
  fileId = (await crew.ann.post(upload, Buffer.from('x'))).body.file_infos[0].id;
  postId = (await crew.post(crew.ann, 'Café alpha.beta', {file_ids: [fileId]})).id;
});
afterAll(() => crew.close());

const sql = (text: string) => crew.server.platform.database.execute({text});

async function found(terms: string): Promise<{posts: string[]; files: string[]}> {
  const [posts, files] = await Promise.all([
    crew.bob.post('/posts/search', {terms}),
    crew.bob.post('/files/search', {terms}),
  ]);
  expect([posts.status, files.status]).toEqual([200, 200]);
  return {posts: posts.body.order, files: files.body.order};
}

/** The existing search indexes, and the index that PostgreSQL uses for each condition. */
async function indexes(): Promise<string[]> {
  const rows = await crew.server.platform.database.rows<{name: string}>({
    text: `
      select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
      where i.indisvalid
        and c.relname in ('idx_posts_search', 'idx_posts_message_txt', 'idx_fileinfo_search', 'idx_fileinfo_name_txt')
      order by 1`,
  });
  return rows.map(({name}) => name);
}

async function planOf(statement: string): Promise<string> {
  return crew.server.platform.database.transaction(async (tx) => {
    await tx.execute({text: 'set local enable_seqscan = off'});
    const rows = await tx.rows<{'QUERY PLAN': string}>({text: `explain ${statement}`});
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

test('a new database has the indexes, and PostgreSQL uses them', async () => {
  expect(await indexes()).toEqual(['idx_fileinfo_search', 'idx_posts_search']);
  expect(
    await planOf(`select from Posts p where to_tsvector('simple', search_text(p.Message)) @@ 'x'::tsquery`),
  ).toContain('idx_posts_search');
  expect(
    await planOf(`select from FileInfo f where to_tsvector('simple', search_text(f.Name)) @@ 'x'::tsquery`),
  ).toContain('idx_fileinfo_search');
});

test('a large database is searched with the indexes of the earlier version until the new ones are created', async () => {
  await sql('drop index idx_posts_search, idx_fileinfo_search');
  await sql(`create index idx_posts_message_txt on Posts using gin (to_tsvector('simple', Message))`);
  await sql(`
    create index idx_fileinfo_name_txt on FileInfo using gin (to_tsvector('simple', translate(Name, '.,-_', '    ')))`);
  expect(await found('café')).toEqual({posts: [postId], files: []});
  expect(await found('cafe')).toEqual({posts: [], files: []});
  expect(await found('report')).toEqual({posts: [], files: [fileId]});

  const {cluster} = crew.server.platform;
  const older = {...cluster.node, id: 'older', version: '0.0.1'};
  const withOlder = {...cluster, nodes: () => [cluster.node, older]};
  await updateSearchIndexes({...crew.server.platform, cluster: withOlder});
  expect(await indexes()).toEqual([
    'idx_fileinfo_name_txt',
    'idx_fileinfo_search',
    'idx_posts_message_txt',
    'idx_posts_search',
  ]);
  expect(await found('cafe')).toEqual({posts: [postId], files: []});
  expect(await found('annual report')).toEqual({posts: [], files: [fileId]});

  // The last node of the earlier version has been stopped.
  await crew.server.features.search.updateIndexes();
  expect(await indexes()).toEqual(['idx_fileinfo_search', 'idx_posts_search']);
  await crew.server.features.search.updateIndexes();
  expect(await found('beta')).toEqual({posts: [postId], files: []});
});
