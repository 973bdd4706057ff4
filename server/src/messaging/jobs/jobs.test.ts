import {once} from 'node:events';
import {Readable} from 'node:stream';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {JobOutcome, JobRun} from './jobs.ts';

let server: TestServer;
let member: Person;

/** What the `by_hand` worker runs; set by each test. */
let work: (job: JobRun) => Promise<JobOutcome | undefined>;

beforeAll(async () => {
  server = await createTestServer();
  const {jobs} = server.features;
  jobs.register('by_hand', {
    run: (job) => work(job),
    prepare(data) {
      if (data.bad) throw new AppError({id: 'bad', message: 'Not that.', status: 400, path: 'data.bad'});
      return {...data, prepared: 'yes'};
    },
    async download(job) {
      return {fileName: `${job.id}.txt`, contentType: 'text/plain', stream: Readable.from(['done'])};
    },
  });
  jobs.register('exports', {
    run: async () => undefined,
    permissions: {
      create: 'create_compliance_export_job',
      read: 'read_compliance_export_job',
      manage: 'manage_compliance_export_job',
    },
  });
  member = await server.person('member');
  await server.listen();
});
afterAll(() => server.close());

async function create(data: Record<string, string> = {}): Promise<string> {
  const {status, body} = await server.admin.post('/jobs', {type: 'by_hand', data});
  expect(status).toBe(201);
  return body.id;
}

const read = async (id: string) => (await server.admin.get(`/jobs/${id}`)).body;

/** Waits until the job has this status. */
async function reaches(id: string, status: string) {
  await expect.poll(async () => (await read(id)).status).toBe(status);
  return read(id);
}

/** A worker that waits until it is stopped. */
function waitForSignal({signal}: JobRun): Promise<never> {
  return once(signal, 'abort').then(() => {
    throw signal.reason;
  });
}

test('a job is created, run and shown', async () => {
  work = async ({data, progress}) => {
    await progress(50, {half: data.start ?? ''});
    return {data: {whole: 'ten'}};
  };
  const {body} = await server.admin.post('/jobs', {type: 'by_hand', data: {start: 'five'}});
  expect(body).toEqual({
    id: expect.any(String),
    type: 'by_hand',
    priority: 0,
    create_at: expect.any(Number),
    start_at: 0,
    last_activity_at: expect.any(Number),
    status: 'pending',
    progress: 0,
    data: {start: 'five', prepared: 'yes'},
  });
  expect(await reaches(body.id, 'success')).toMatchObject({
    progress: 100,
    start_at: expect.any(Number),
    data: {start: 'five', prepared: 'yes', half: 'five', whole: 'ten'},
  });
});

test('a job can end with a warning', async () => {
  work = async () => ({status: 'warning', data: {warning_count: '2'}});
  expect(await reaches(await create(), 'warning')).toMatchObject({data: {warning_count: '2'}});
});

test('a failed job has an error message and is not retried', async () => {
  let tries = 0;
  work = async () => {
    tries++;
    throw new AppError({id: 'disk', message: 'The disk is full.', status: 500});
  };
  expect(await reaches(await create(), 'error')).toMatchObject({data: {error: 'The disk is full.'}});
  expect(tries).toBe(1);
});

test('a job whose error message cannot be stored in the database still ends', async () => {
  work = async () => {
    throw new AppError({id: 'garbage', message: 'It answered \0\ud800.', status: 502});
  };
  expect(await reaches(await create(), 'error')).toMatchObject({data: {error: 'It answered \ufffd\ufffd.'}});
});

test('jobs of one type run one after another', async () => {
  let atOnce = 0;
  let most = 0;
  work = async ({progress}) => {
    most = Math.max(most, ++atOnce);
    await progress(50);
    atOnce--;
    return undefined;
  };
  const ids = await Promise.all([create(), create(), create()]);
  await Promise.all(ids.map((id) => reaches(id, 'success')));
  expect(most).toBe(1);
});

test('progress recorded in a transaction that fails is discarded', async () => {
  const {database} = server.platform;
  work = async ({progress}) => {
    await progress(10, {at: 'one'});
    await database
      .transaction(async (tx) => {
        await progress(20, {at: 'two'}, tx);
        throw new Error('no');
      })
      .catch(() => {});
    return undefined;
  };
  expect((await reaches(await create(), 'success')).data.at).toBe('one');
});

describe('canceling', () => {
  test('a running job stops at its next safe point', async () => {
    let reason: unknown;
    work = async (job) => {
      await waitForSignal(job).catch((error) => {
        reason = error;
      });
      await job.progress(30, {kept: 'yes'});
      throw new Error('progress goes on after the end');
    };
    const id = await create();
    await reaches(id, 'in_progress');
    expect((await server.admin.post(`/jobs/${id}/cancel`)).body).toEqual({status: 'OK'});
    expect(await reaches(id, 'canceled')).toMatchObject({progress: 30, data: {kept: 'yes'}});
    expect(reason).toBeInstanceOf(Error);
  });

  test('a pending job ends immediately', async () => {
    work = waitForSignal;
    const first = await create();
    await reaches(first, 'in_progress');
    const second = await create();
    await server.admin.post(`/jobs/${second}/cancel`);
    expect((await read(second)).status).toBe('canceled');
    await server.admin.post(`/jobs/${first}/cancel`);
    await reaches(first, 'canceled');
  });

  test('a finished job is rejected', async () => {
    work = async () => undefined;
    const id = await create();
    await reaches(id, 'success');
    const {status, body} = await server.admin.post(`/jobs/${id}/cancel`);
    expect([status, body.id]).toEqual([400, 'jobs.request_cancellation.status.error']);
  });
});

describe('a pending job does not run after the person who started it', () => {
  let operator: Person;
  let running: string;

  beforeAll(async () => {
    operator = await server.person('operator');
  });
  beforeEach(async () => {
    await server.admin.put(`/users/${operator.id}/roles`, {roles: 'system_admin system_user'});
    work = waitForSignal;
    running = await create();
    await reaches(running, 'in_progress');
  });

  // Creates a job of the operator that waits for the running one.
  async function waiting(): Promise<string> {
    const {status, body} = await operator.post('/jobs', {type: 'by_hand', data: {}});
    expect(status).toBe(201);
    return body.id;
  }

  async function startWaiting(): Promise<void> {
    work = async () => undefined;
    await server.admin.post(`/jobs/${running}/cancel`);
    await reaches(running, 'canceled');
  }

  test('loses the permission; an administrator can start it again', async () => {
    const id = await waiting();
    await server.admin.put(`/users/${operator.id}/roles`, {roles: 'system_user'});
    await startWaiting();
    const {data} = await reaches(id, 'error');
    expect(data.error).toContain('@operator does not have the permission manage_jobs');
    await server.admin.patch(`/jobs/${id}/status`, {status: 'pending'});
    await reaches(id, 'success');
  });

  test('is deactivated', async () => {
    const id = await waiting();
    await server.admin.put(`/users/${operator.id}/active`, {active: false});
    await startWaiting();
    const {data} = await reaches(id, 'error');
    expect(data.error).toContain('is deactivated');
    await server.admin.put(`/users/${operator.id}/active`, {active: true});
  });
});

describe('changing the status manually', () => {
  test('runs a failed job again', async () => {
    let tries = 0;
    work = async () => {
      if (++tries === 1) throw new Error('once');
      return undefined;
    };
    const id = await create();
    await reaches(id, 'error');
    expect((await server.admin.patch(`/jobs/${id}/status`, {status: 'pending'})).status).toBe(200);
    await reaches(id, 'success');
  });

  test('takes a running job away from its worker', async () => {
    let reason: unknown;
    work = async (job) => {
      for (;;) {
        await job.progress(1).catch((error) => {
          reason = error;
          throw error;
        });
      }
    };
    const id = await create();
    await reaches(id, 'in_progress');
    await server.admin.patch(`/jobs/${id}/status`, {status: 'canceled', force: true});
    await expect.poll(() => reason).toBeInstanceOf(Error);
    expect((await read(id)).status).toBe('canceled');
  });

  test.each([
    ['success', {status: 'success'}],
    ['pending from a final status without force', {status: 'pending'}],
  ])('rejects changing to %s', async (_name, change) => {
    work = async () => undefined;
    const id = await create();
    await reaches(id, 'success');
    const {status, body} = await server.admin.patch(`/jobs/${id}/status`, change);
    expect([status, body.id]).toEqual([400, 'api.job.status.invalid']);
  });
});

describe('over HTTP', () => {
  test('jobs are listed by type and status, newest first', async () => {
    work = async () => undefined;
    const ids = [await create(), await create()];
    await Promise.all(ids.map((id) => reaches(id, 'success')));
    const idsIn = (list: {id: string}[]) => list.map(({id}) => id);
    expect((await server.admin.get('/jobs/type/elasticsearch_post_indexing')).body).toEqual([]);
    expect((await server.admin.get('/jobs/type/no_such_type')).status).toBe(400);
    const byType = (await server.admin.get('/jobs/type/by_hand?per_page=2')).body;
    expect(idsIn(byType)).toEqual([...ids].reverse());
    const all = (await server.admin.get('/jobs?job_type=by_hand&status=success&per_page=200')).body;
    expect(idsIn(all).slice(0, 2)).toEqual([...ids].reverse());
    expect((await server.admin.get('/jobs?job_type=by_hand&status=pending')).body).toEqual([]);
  });

  test('the file of a job can be downloaded', async () => {
    work = async () => undefined;
    const id = await create();
    await reaches(id, 'success');
    const {body, headers} = await server.admin.get(`/jobs/${id}/download`);
    expect(body).toBe('done');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="${id}.txt"; filename*=UTF-8''${id}.txt`,
    );
    const other = (await server.admin.post('/jobs', {type: 'exports'})).body;
    const refused = await server.admin.get(`/jobs/${other.id}/download`);
    expect([refused.status, refused.body.id]).toEqual([
      400,
      'api.job.unable_to_download_job.incorrect_job_type',
    ]);
  });

  test.each([
    ['an unknown type', 400, 'model.job.is_valid.type.app_error', {type: 'nothing'}],
    ['no type', 400, 'api.context.invalid_body_param.app_error', {}],
    [
      'data that is not a string',
      400,
      'api.context.invalid_body_param.app_error',
      {type: 'by_hand', data: {a: {}}},
    ],
    ['data that the type rejects', 400, 'bad', {type: 'by_hand', data: {bad: 'yes'}}],
  ])('%s is rejected', async (_name, status, id, job) => {
    const response = await server.admin.post('/jobs', job);
    expect([response.status, response.body.id]).toEqual([status, id]);
  });

  test('an unknown job is not found', async () => {
    const {status, body} = await server.admin.get('/jobs/abcdefghijklmnopqrstuvwxyz');
    expect([status, body.id]).toEqual([404, 'app.job.get.app_error']);
  });

  test('members cannot view, create or cancel jobs', async () => {
    work = async () => undefined;
    const id = await create();
    const responses = await Promise.all([
      member.get('/jobs'),
      member.get(`/jobs/${id}`),
      member.get('/jobs/type/by_hand'),
      member.get('/jobs/type/exports'),
      member.get(`/jobs/${id}/download`),
      member.post('/jobs', {type: 'by_hand'}),
      member.post('/jobs', {type: 'exports'}),
      member.post(`/jobs/${id}/cancel`),
      member.patch(`/jobs/${id}/status`, {status: 'pending'}),
    ]);
    expect(responses.map(({status}) => status)).toEqual(responses.map(() => 403));
  });
});
