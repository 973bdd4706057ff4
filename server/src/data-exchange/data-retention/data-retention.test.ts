import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {holdChange} from '../../../../test/support/hold-change.ts';
import {importSource, VERSION} from '../../../../test/support/import-source.ts';
import {runJobs} from '../../../../test/support/running-jobs.ts';
import {type ApiResponse, createTestServer, type Person} from '../../../../test/support/test-server.ts';
import {openArchive} from '../../platform/formats/read-zip.ts';

let crew: Crew;
let admin: Person;
let jobs: {stop(): Promise<void>};

const DAY = 24 * 60 * 60 * 1000;
const GLOBAL = {EnableMessageDeletion: true, MessageRetentionDays: 30, TimeBetweenBatchesMilliseconds: 0};

beforeEach(async () => {
  crew = await createCrew();
  ({admin} = crew.server);
  jobs = await runJobs(crew.server);
});
afterEach(async () => {
  await jobs.stop();
  await crew.close();
});

const configure = (settings: object) => crew.server.platform.config.patch({DataRetentionSettings: settings});

async function run(data: Record<string, string> = {}): Promise<ApiResponse['body']> {
  const {status, body} = await admin.post('/jobs', {type: 'data_retention', data});
  expect(status).toBe(201);
  const state = async () => (await admin.get(`/jobs/${body.id}`)).body;
  await expect
    .poll(async () => (await state()).status, {timeout: 60_000})
    .toMatch(/^(success|error|canceled)$/);
  const job = await state();
  expect([job.status, job.data.error]).toEqual(['success', undefined]);
  return job;
}

/** Posts a message of this age in days. */
async function old(days: number, more: object = {}): Promise<string> {
  const {id} = await crew.server.features.posts.create({
    channelId: crew.channelId,
    userId: crew.ann.id,
    message: `${days} days old`,
    createAt: Date.now() - days * DAY - 1000,
    ...more,
  });
  // As if it had arrived then.
  await crew.server.platform.database.execute({text: 'delete from BackdatedPosts'});
  return id;
}

/** Records a scheduled export of everything until this time. */
function recordExport(time: number): Promise<number> {
  return crew.server.platform.database.execute({
    text: `
      insert into ComplianceExports (Path, JobId, Batch, CreateAt, Format, Scheduled, StartAt, StartId, EndAt, EndId,
        UntilAt, Messages, Warnings, ManifestSha256)
      values ($1, 'job', 1, 1, 'csv', true, 1, '', $2, 'zzzzzzzzzzzzzzzzzzzzzzzzzz', $2, 1, 0, '')`,
    values: [`path ${time}`, time],
  });
}

async function remaining(ids: readonly string[]): Promise<string[]> {
  const rows = await crew.server.platform.database.rows<{id: string}>({
    text: 'select Id from Posts where Id = any($1)',
    values: [ids],
  });
  const left = new Set(rows.map(({id}) => id));
  return ids.filter((id) => left.has(id));
}

async function policy(input: object): Promise<string> {
  const {status, body} = await admin.post('/data_retention/policies', {display_name: 'Policy', ...input});
  expect([status, body.id?.length]).toEqual([201, 26]);
  return body.id;
}

async function attach(days: number): Promise<{postId: string; fileId: string}> {
  const {ann, channelId} = crew;
  const {body} = await ann.post(`/files?channel_id=${channelId}&filename=a.txt`, 'content', {
    'content-type': 'text/plain',
  });
  const fileId = body.file_infos[0].id;
  await crew.server.platform.database.execute({
    text: 'update FileInfo set CreateAt = $2 where Id = $1',
    values: [fileId, Date.now() - days * DAY - 1000],
  });
  return {postId: await old(days, {fileIds: [fileId]}), fileId};
}

describe('the global policy', () => {
  test('deletes only what is older, with its files, and nothing while it is off', async () => {
    const {postId, fileId} = await attach(31);
    const young = await old(29);
    await configure({...GLOBAL, EnableMessageDeletion: false});
    await run();
    expect(await remaining([postId, young])).toEqual([postId, young]);
    await configure(GLOBAL);
    expect((await run()).data).toMatchObject({posts: '1', files: '1'});
    expect(await remaining([postId, young])).toEqual([young]);
    expect((await admin.get(`/files/${fileId}`)).status).toBe(404);
    expect((await crew.ann.get('/data_retention/policy')).body).toMatchObject({
      message_deletion_enabled: true,
      file_deletion_enabled: false,
    });
  });

  test('applies to direct messages, and hours replace days', async () => {
    const {ann, bob} = crew;
    const {body: direct} = await ann.post('/channels/direct', [ann.id, bob.id]);
    const ids = [await old(31, {channelId: direct.id}), await old(1, {channelId: direct.id})];
    await configure(GLOBAL);
    await run();
    expect(await remaining(ids)).toEqual([ids[1]]);
    await configure({MessageRetentionHours: 2});
    await run();
    expect(await remaining(ids)).toEqual([]);
  });

  test('deletes nothing if the age is 0', async () => {
    const {postId, fileId} = await attach(400);
    await configure({...GLOBAL, MessageRetentionDays: 0, EnableFileDeletion: true, FileRetentionDays: 0});
    await run();
    expect(await remaining([postId])).toEqual([postId]);
    expect((await admin.get(`/files/${fileId}`)).status).toBe(200);
    expect((await admin.post('/data_retention/policies', {display_name: 'x', post_duration: 0})).status).toBe(
      400,
    );
  });

  test('deletes an old message and keeps newer replies to it', async () => {
    const root = await old(40);
    const replies = [await old(35, {rootId: root}), await old(5, {rootId: root})];
    await configure(GLOBAL);
    await run();
    expect(await remaining([root, ...replies])).toEqual([replies[1]]);
    const {body} = await crew.ann.get(`/channels/${crew.channelId}/posts`);
    expect(body.order).toContain(replies[1]);
  });

  test('deletes earlier versions together with the message, in batches of any size', async () => {
    await configure({...GLOBAL, BatchSize: 1});
    const ids = [await old(33), await old(32), await old(31)];
    const {ann} = crew;
    for (const id of ids) expect((await ann.put(`/posts/${id}/patch`, {message: 'edited'})).status).toBe(200);
    const count = async () =>
      (await crew.server.platform.database.row<{count: number}>({
        text: 'select count(*)::int as count from Posts where Id = any($1) or OriginalId = any($1)',
        values: [ids],
      }))!.count;
    expect(await count()).toBe(6);
    expect((await run()).data.posts).toBe('3');
    expect(await count()).toBe(0);
  });

  test('keeps pinned messages if it is set to', async () => {
    const ids = [await old(31), await old(31)];
    expect((await crew.ann.post(`/posts/${ids[0]}/pin`)).status).toBe(200);
    await configure({...GLOBAL, PreservePinnedPosts: true});
    await run();
    expect(await remaining(ids)).toEqual([ids[0]]);
    await configure({PreservePinnedPosts: false});
    await run();
    expect(await remaining(ids)).toEqual([]);
  });

  test('deletes old files by their own age and keeps their messages', async () => {
    const aged = await attach(31);
    const young = await attach(29);
    await configure({EnableFileDeletion: true, FileRetentionDays: 30});
    expect((await run()).data).toMatchObject({posts: '0', files: '1'});
    expect(await remaining([aged.postId, young.postId])).toEqual([aged.postId, young.postId]);
    expect((await admin.get(`/files/${aged.fileId}`)).status).toBe(404);
    expect((await admin.get(`/files/${young.fileId}`)).status).toBe(200);
  });
});

describe('a policy of teams and channels', () => {
  test('replaces the global one: of the channel before that of the team, and never for other teams and direct messages', async () => {
    const {ann, bob, teamId} = crew;
    const short = await crew.channel('short', [ann]);
    const forever = await crew.channel('forever', [ann]);
    const {body: direct} = await ann.post('/channels/direct', [ann.id, bob.id]);
    const {body: elsewhere} = await admin.post('/teams', {
      name: 'elsewhere',
      display_name: 'Elsewhere',
      type: 'O',
    });
    const {body: foreign} = await admin.post('/channels', {
      team_id: elsewhere.id,
      name: 'foreign',
      display_name: 'Foreign',
      type: 'O',
    });
    await policy({post_duration: 10, team_ids: [teamId]});
    await policy({post_duration: 3, channel_ids: [short]});
    await policy({post_duration: null, channel_ids: [forever]});
    const ids: Record<string, string> = {};
    for (const [name, channelId] of Object.entries({
      team: crew.channelId,
      short,
      forever,
      direct: direct.id,
      foreign: foreign.id,
    })) {
      for (const days of [40, 20, 5]) ids[`${name} ${days}`] = await old(days, {channelId});
    }
    const left = async () => {
      const found = new Set(await remaining(Object.values(ids)));
      return Object.keys(ids).filter((name) => found.has(ids[name]!));
    };
    await run();
    const kept = [
      ...['team 5', 'forever 40', 'forever 20', 'forever 5'],
      ...['direct 40', 'direct 20', 'direct 5', 'foreign 40', 'foreign 20', 'foreign 5'],
    ];
    expect(await left()).toEqual(kept);
    await configure(GLOBAL);
    await run();
    expect(await left()).toEqual(kept.filter((name) => name !== 'direct 40' && name !== 'foreign 40'));
  });

  test('is created, changed, listed and deleted, and each team and channel has at most one', async () => {
    const {ann, teamId} = crew;
    const channelId = await crew.channel('one', [ann]);
    const id = await policy({post_duration: 10, team_ids: [teamId]});
    const path = `/data_retention/policies/${id}`;
    expect((await admin.post(`${path}/channels`, [channelId])).status).toBe(200);
    expect((await admin.get(path)).body).toEqual({
      id,
      display_name: 'Policy',
      post_duration: 10,
      team_count: 1,
      channel_count: 1,
    });
    expect((await admin.get(`${path}/teams`)).body).toMatchObject({teams: [{id: teamId}], total_count: 1});
    expect((await admin.get(`${path}/channels?per_page=1&page=1`)).body).toEqual({
      channels: [],
      total_count: 1,
    });
    expect((await admin.get(`${path}/channels`)).body).toMatchObject({
      channels: [{id: channelId, team_display_name: 'Crew', team_name: 'crew'}],
      total_count: 1,
    });
    expect((await admin.post(`${path}/channels/search`, {term: 'ONE'})).body).toMatchObject([
      {id: channelId},
    ]);
    expect((await admin.post(`${path}/channels/search`, {term: 'two'})).body).toEqual([]);
    const search = async (filter: object) =>
      (await admin.post(`${path}/channels/search`, filter)).body.length;
    expect([
      await search({}),
      await search({public: true, private: false, team_ids: [teamId]}),
      await search({public: true, private: true, team_ids: []}),
      await search({private: true}),
      await search({deleted: true}),
      await search({team_ids: [channelId]}),
    ]).toEqual([1, 1, 1, 0, 0, 0]);
    for (const list of [
      (await admin.get('/channels?exclude_policy_constrained=true&per_page=200')).body,
      (await admin.post('/channels/search', {term: 'one', exclude_policy_constrained: true})).body,
      (await admin.get('/teams?exclude_policy_constrained=true&per_page=200')).body,
      (await admin.post('/teams/search', {term: '', exclude_policy_constrained: true})).body,
    ] as {id: string}[][]) {
      expect(list.map((one) => one.id)).not.toEqual(expect.arrayContaining([channelId]));
      expect(list.map((one) => one.id)).not.toEqual(expect.arrayContaining([teamId]));
    }
    expect((await ann.get('/teams?exclude_policy_constrained=true')).status).toBe(403);
    expect((await ann.get('/users/me/data_retention/team_policies')).body).toEqual({
      policies: [{team_id: teamId, post_duration: 10}],
      total_count: 1,
    });
    expect((await ann.get(`/users/${admin.id}/data_retention/channel_policies`)).status).toBe(403);
    expect(
      await admin.post('/data_retention/policies', {display_name: 'x', team_ids: [teamId]}),
    ).toMatchObject({
      status: 400,
      body: {path: 'team_ids'},
    });
    const {body: direct} = await ann.post('/channels/direct', [ann.id, admin.id]);
    expect(await admin.post(`${path}/channels`, [direct.id])).toMatchObject({status: 400});
    const patch = await admin.patch(path, {post_duration: -1, channel_ids: []});
    expect(patch.body).toMatchObject({post_duration: null, team_count: 1, channel_count: 0});
    expect((await admin.get('/data_retention/policies')).body).toMatchObject({total_count: 1});
    expect((await admin.delete(`${path}/teams`, [teamId])).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(404);
    expect((await ann.get('/data_retention/policies')).status).toBe(403);
  });
});

test('teams and channels that are deleted permanently are removed from their policies', async () => {
  const {ann, teamId} = crew;
  const id = await policy({
    post_duration: 10,
    team_ids: [teamId],
    channel_ids: [await crew.channel('one', [ann])],
  });
  await crew.server.platform.config.patch({ServiceSettings: {EnableAPITeamDeletion: true}});
  expect((await admin.delete(`/teams/${teamId}?permanent=true`)).status).toBe(200);
  expect((await admin.get(`/data_retention/policies/${id}`)).body).toMatchObject({
    team_count: 0,
    channel_count: 0,
  });
});

test('a dry run counts what would be deleted and kept, and deletes nothing', async () => {
  await configure({...GLOBAL, PreservePinnedPosts: true});
  const ids = [await old(31), await old(32), await old(33), await old(5)];
  await crew.ann.post(`/posts/${ids[1]}/pin`);
  const {body: held} = await crew.server.platform.database
    .row<{createat: number}>({text: 'select CreateAt from Posts where Id = $1', values: [ids[2]]})
    .then((row) => admin.post('/legal_holds', {name: 'x', start_at: row!.createat, end_at: row!.createat}));
  const counted = await run({dry_run: 'true'});
  expect(counted.data).toMatchObject({posts: '1', held: '1', pinned: '1', not_exported: '0', files: '0'});
  expect(JSON.parse(counted.data.policies)).toEqual({'': {posts: 1, held: 1, pinned: 1, not_exported: 0}});

  // Policies that are not saved yet.
  const {teamId, channelId} = crew;
  const propose = async (data: Record<string, string>) => (await run({dry_run: 'true', ...data})).data.posts;
  const own = await policy({channel_ids: [channelId]});
  expect(await propose({message_hours: '96'})).toBe('0');
  expect(await propose({message_hours: '96', team_ids: teamId})).toBe('0');
  expect(await propose({message_hours: '96', team_ids: teamId, policy_id: own})).toBe('2');
  for (const data of [{dry_run: 'true', message_hours: '0'}, {message_hours: '96'}]) {
    expect((await admin.post('/jobs', {type: 'data_retention', data})).status).toBe(400);
  }
  await admin.delete(`/data_retention/policies/${own}`);
  expect(await remaining(ids)).toEqual(ids);
  expect((await run()).data.posts).toBe(counted.data.posts);
  expect(await remaining(ids)).toEqual([ids[1], ids[2], ids[3]]);
  await admin.post(`/legal_holds/${held.id}/release`);
  await run();
  expect(await remaining(ids)).toEqual([ids[1], ids[3]]);
});

test('held messages and files stay, by author, channel and time, also as files of other messages', async () => {
  const {ann, bob} = crew;
  await configure({...GLOBAL, EnableFileDeletion: true, FileRetentionDays: 30});
  const other = await crew.channel('other', [ann, bob]);
  const byBob = await old(31, {userId: bob.id});
  const inOther = await old(31, {channelId: other});
  const withFile = await attach(31);
  const free = await old(31);
  await admin.post('/legal_holds', {name: 'author', user_ids: [bob.id]});
  await admin.post('/legal_holds', {name: 'channel', channel_ids: [other]});
  const {createat} = (await crew.server.platform.database.row<{createat: number}>({
    text: 'select CreateAt from FileInfo where Id = $1',
    values: [withFile.fileId],
  }))!;
  // Covers the file, but not the message, which is a moment younger.
  await crew.server.platform.database.execute({
    text: 'update Posts set CreateAt = $2 where Id = $1',
    values: [withFile.postId, createat + 500],
  });
  await admin.post('/legal_holds', {name: 'time', start_at: createat, end_at: createat});
  await run();
  expect(await remaining([byBob, inOther, withFile.postId, free])).toEqual([byBob, inOther, withFile.postId]);
  expect((await admin.get(`/files/${withFile.fileId}`)).body).toBe('content');
});

test('nothing is deleted before scheduled compliance exports contain it', async () => {
  const {config, database} = crew.server.platform;
  await configure({...GLOBAL, EnableFileDeletion: true, FileRetentionDays: 30});
  const {postId, fileId} = await attach(31);
  await config.patch({MessageExportSettings: {EnableExport: true, ExportFromTimestamp: 1}});
  const waiting = async () => (await admin.get('/data_retention/waiting')).body;
  expect(await waiting()).toMatchObject({for_exports: true, exported_until: 0});
  await run();
  expect(await remaining([postId])).toEqual([postId]);
  expect((await run({dry_run: 'true'})).data).toMatchObject({posts: '0', not_exported: '1'});
  const {updateat} = (await database.row<{updateat: number}>({
    text: 'select UpdateAt from Posts where Id = $1',
    values: [postId],
  }))!;
  await recordExport(updateat - 1);
  await run();
  expect(await remaining([postId])).toEqual([postId]);
  expect((await admin.get(`/files/${fileId}`)).status).toBe(200);
  await recordExport(updateat);
  expect(await waiting()).toMatchObject({for_exports: true, exported_until: updateat});
  await run();
  expect(await remaining([postId])).toEqual([]);
});

test('messages with a time in the past wait for an export of that time', async () => {
  const {config} = crew.server.platform;
  await configure(GLOBAL);
  await config.patch({MessageExportSettings: {EnableExport: true, ExportFromTimestamp: 2 * DAY}});
  const finish = async (data: Record<string, string>) => {
    const {body} = await admin.post('/jobs', {type: 'message_export', data});
    const status = async () => (await admin.get(`/jobs/${body.id}`)).body.status;
    await expect.poll(status, {timeout: 60_000}).toBe('success');
  };
  const {body: other} = await crew.ann.post('/channels/direct', [crew.ann.id, crew.bob.id]);
  const inTime = await old(31, {channelId: other.id});
  await recordExport(Date.now());
  const backdated = async (create_at: number) =>
    (await admin.post('/posts', {channel_id: crew.channelId, message: 'backdated', create_at})).body.id;
  const time = Date.now() - 40 * DAY;
  const first = await backdated(time);
  const lines = importSource([
    VERSION,
    {
      type: 'post',
      post: {team: 'crew', channel: 'town-square', user: 'ann', message: 'imported', create_at: time + DAY},
    },
  ]);
  expect((await crew.server.features.bulkImport.apply(lines)).ending).toBe('done');
  // No export will ever contain it.
  const tooEarly = await backdated(DAY);
  const waiting = async () => (await admin.get('/data_retention/waiting')).body;

  expect((await run({dry_run: 'true'})).data).toMatchObject({not_exported: '2'});
  await run();
  expect(await remaining([first, tooEarly, inTime])).toEqual([first]);
  // Neither the next scheduled export nor one of a part of the time contains all of them.
  await finish({});
  await finish({batch_start_time: `${time}`, job_end_time: `${time + DAY - 1}`});
  await run();
  expect(await remaining([first])).toEqual([first]);
  expect(await waiting()).toMatchObject({
    backdated_channels: 1,
    backdated_from: DAY,
    backdated_to: time + DAY,
  });
  await finish({batch_start_time: '1', job_end_time: `${time + DAY}`});
  expect(await waiting()).toMatchObject({backdated_channels: 0, backdated_from: 0, backdated_to: 0});
  expect((await run()).data).toMatchObject({posts: '2'});
});

test('the first scheduled export contains all backdated messages since its start', async () => {
  const {config} = crew.server.platform;
  const time = Date.now() - 40 * DAY;
  const create = (create_at: number) =>
    admin.post('/posts', {channel_id: crew.channelId, message: 'imported', create_at});
  await create(time - DAY);
  await create(time + DAY);
  await config.patch({MessageExportSettings: {EnableExport: true, ExportFromTimestamp: time}});
  const {body} = await admin.post('/jobs', {type: 'message_export', data: {}});
  const status = async () => (await admin.get(`/jobs/${body.id}`)).body.status;
  await expect.poll(status, {timeout: 60_000}).toBe('success');
  expect((await admin.get('/data_retention/waiting')).body).toMatchObject({backdated_channels: 0});
});

describe('during a run', () => {
  const database = () => crew.server.platform.database;
  const held = (change: string) => holdChange(database(), database().connectionString, change);

  /** Resolves when a transaction waits for a row that another one has changed, or for a table that it has locked. */
  const blocked = (lock: 'row' | 'configurations' | 'legalholds') =>
    expect
      .poll(() =>
        database().execute({
          text: `select from pg_locks where not granted
            and (case $1 when 'row' then locktype = 'transactionid' else relation::regclass::text = $1 end)`,
          values: [lock],
        }),
      )
      .toBeGreaterThan(0);

  /** Records a scheduled export of everything until now. */
  async function exportAll(): Promise<void> {
    await crew.server.platform.config.patch({
      MessageExportSettings: {EnableExport: true, ExportFromTimestamp: 1},
    });
    await recordExport(Date.now());
  }

  test('an edit that no export contains yet keeps its message and file', async () => {
    await exportAll();
    await configure({...GLOBAL, EnableFileDeletion: true, FileRetentionDays: 30});
    for (const isOldMessage of [true, false]) {
      const {postId, fileId} = await attach(31);
      if (!isOldMessage) {
        await database().execute({
          text: 'update Posts set CreateAt = $2 where Id = $1',
          values: [postId, Date.now()],
        });
      }
      const edit = await held('update on Posts for each row');
      const edited = crew.ann.put(`/posts/${postId}/patch`, {message: 'not exported'});
      await edit.reached();
      const finished = run();
      await blocked('row');
      await edit.release();
      expect((await edited).status).toBe(200);
      expect((await finished).data).toMatchObject({posts: '0', files: '0'});
      expect(await remaining([postId])).toEqual([postId]);
      expect((await admin.get(`/files/${fileId}`)).status).toBe(200);
    }
  });

  test('a setting that another server saves applies to the rest of the run', async () => {
    const ids = [await old(32), await old(31)];
    await configure({...GLOBAL, BatchSize: 1});
    const other = await createTestServer({sharing: crew.server, firstAccount: false});
    const deletion = await held('insert on DataRetentionBatches for each row');
    const finished = run();
    await deletion.reached();
    const saved = other.platform.config.patch({MessageExportSettings: {EnableExport: true}});
    await blocked('configurations');
    await deletion.release();
    await saved;
    const left = await remaining(ids);
    expect(left).toEqual([ids[1]]);
    await finished;
    expect(await remaining(ids)).toEqual(left);
    await other.close();
  });

  test('a new hold applies to the rest of the run, even if it was not committed when the run began', async () => {
    const ids = [await old(32), await old(31)];
    await configure({...GLOBAL, BatchSize: 1});
    const deletion = await held('insert on DataRetentionBatches for each row');
    const first = run();
    await deletion.reached();
    const created = admin.post('/legal_holds', {name: 'everything'});
    await blocked('legalholds');
    await deletion.release();
    const {status, body: hold} = await created;
    expect(status).toBe(201);
    expect((await first).data.posts).toBe('1');
    expect(await remaining(ids)).toEqual([ids[1]]);

    await admin.post(`/legal_holds/${hold.id}/release`);
    const creation = await held('insert on LegalHolds for each row');
    const again = admin.post('/legal_holds', {name: 'everything again'});
    await creation.reached();
    const second = run();
    await blocked('legalholds');
    await creation.release();
    expect((await again).status).toBe(201);
    expect((await second).data.posts).toBe('0');
    expect(await remaining(ids)).toEqual([ids[1]]);
  });
});

test('a signed record says what was deleted, without the texts, and changes to it are detected', async () => {
  await configure(GLOBAL);
  const {postId, fileId} = await attach(31);
  const {id: jobId} = await run();
  expect((await admin.get('/data_retention/records')).body).toMatchObject([
    {job_id: jobId, posts: 1, files: 1},
  ]);
  const verify = async () => (await admin.post(`/data_retention/records/${jobId}/verify`)).body.faults;
  expect(await verify()).toEqual([]);
  const {rawPayload} = await crew.server.app.inject({
    url: `/api/v4/data_retention/records/${jobId}`,
    headers: {authorization: `Bearer ${admin.token}`},
  });
  const file = join(crew.server.dataDirectory, 'record.zip');
  await writeFile(file, rawPayload);
  const archive = await openArchive(file);
  const lines = await text(await archive.read(archive.entries.get('deletions.jsonl')!));
  await archive.close();
  const [post, attached] = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(post).toMatchObject({kind: 'post', id: postId, user_id: crew.ann.id, channel_id: crew.channelId});
  expect(post.message_sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(attached).toMatchObject({kind: 'file', id: fileId, post_id: postId});
  expect(lines).not.toContain('days old');
  const {path} = (await crew.server.platform.database.row<{path: string}>({
    text: 'select Path from DataRetentionRecords',
  }))!;
  const changed = Buffer.from(rawPayload);
  changed.writeUInt8(changed.readUInt8(60) ^ 1, 60);
  await crew.server.features.exportArchives.write(path, changed);
  expect(await verify()).not.toEqual([]);
  // Nothing was deleted, so there is nothing to record.
  const {id: second} = await run();
  expect((await admin.get(`/data_retention/records/${second}`)).status).toBe(404);
});

test('deletions of a lost job are recorded', async () => {
  await crew.server.platform.database.execute({
    text: `
      insert into DataRetentionBatches (JobId, Number, CreateAt, PolicyId, ChannelId, Cutoff, Posts, Files)
      values ($1, 1, 1700000000000, '', $2, 5, '[{"id": "p", "original_id": ""}]', '[]')`,
    values: ['l'.repeat(26), crew.channelId],
  });
  await run();
  expect((await admin.get('/data_retention/records')).body).toMatchObject([
    {job_id: 'l'.repeat(26), posts: 1},
  ]);
});
