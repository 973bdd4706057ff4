import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as pause} from 'node:timers/promises';
import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {projectRoot} from '../../scripts/bootstrap.js';
import {isRunning} from '../../server/src/platform/database/embedded/postmaster.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// A server stops when the program that a person launched it with is killed, but not when other parents exit.

const BIN = join(projectRoot, 'server/bin/patchbay.js');
const SERVE = `"${process.execPath}" "${BIN}" serve`;

let root: string;
let testDatabase: TestDatabase;
let serving: {pid: number; started: ChildProcess} | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-launcher-'));
  testDatabase = await createTestDatabase();
  const scripts = {
    start: `exec ${SERVE}`,
    plain: SERVE,
    background: `${SERVE} & sleep 0.1`,
  };
  await writeFile(join(root, 'package.json'), JSON.stringify({name: 'launch', private: true, scripts}));
});
afterEach(async () => {
  if (!serving) return;
  for (const pid of [serving.started.pid!, serving.pid]) {
    if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  }
  await expect.poll(() => isRunning(serving!.pid)).toBe(false);
  serving = undefined;
});
afterAll(async () => {
  await testDatabase.close();
  await rm(root, {recursive: true, force: true});
});

/** Starts a server with this command in a new session without a terminal, and waits until it responds. */
async function start(program: string, args: string[], cwd = root) {
  const started = spawn(program, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PATCHBAY_DATA: join(root, 'data'),
      PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
      PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
      PATCHBAY_LOGSETTINGS_CONSOLELEVEL: 'error',
      npm_config_update_notifier: 'false',
    },
  });
  const lines = createInterface(started.stdout!);
  let address: string | undefined;
  for await (const line of lines) {
    address = / is serving at (\S+)$/.exec(line)?.[1];
    if (address) break;
  }
  expect(address).toBeDefined();
  started.stdout!.resume();
  // The file always exists, because a killed server doesn't delete it. It always describes the latest server.
  const {pid} = JSON.parse(readFileSync(join(root, 'data/server.json'), 'utf8')) as {pid: number};
  serving = {pid, started};
  return {
    pid,
    started,
    ping: async () => (await fetch(`${address}/api/v4/system/ping`)).status,
    ended: () => expect.poll(() => isRunning(pid), {timeout: 60_000}).toBe(false),
  };
}

/** The processes from the server up to this test process, starting with the server. */
function ancestorsOf(pid: number): {pid: number; name: string}[] {
  const chain: {pid: number; name: string}[] = [];
  for (let at = pid; at !== process.pid && at > 1; ) {
    const [program = ''] = readFileSync(`/proc/${at}/cmdline`, 'utf8').split(/[ \0]/);
    chain.push({pid: at, name: basename(program)});
    at = Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))![1]);
  }
  return chain;
}

const names = (pid: number) => ancestorsOf(pid).map(({name}) => name);

/** Waits until the launcher's watcher has checked several times, and expects the server to be running still. */
async function expectItKeepsRunning(server: {pid: number; ping(): Promise<number>}) {
  for (let round = 0; round < 12; round++) {
    await pause(250);
    expect(await server.ping()).toBe(200);
  }
  expect(isRunning(server.pid)).toBe(true);
}

test('SIGKILL of the command stops its child process gracefully', async () => {
  const server = await start(process.execPath, [BIN, 'serve']);
  expect(names(server.pid)).toEqual(['node', 'node']);
  server.started.kill('SIGKILL');
  await server.ended();
  // A graceful shutdown notifies all clients and closes all connections.
  const open = {
    text: `select from pg_stat_activity where datname = current_database() and application_name like 'patchbay server%'`,
  };
  expect(await testDatabase.database.execute(open)).toBe(0);
});

test.each([
  ['npm start', ['start'], 'npm'],
  ['npm run', ['run', 'plain'], 'npm'],
  ['the shell of npm run', ['run', 'plain'], 'sh'],
])('SIGKILL of %s stops the server', async (_name, args, victim) => {
  const server = await start('npm', args);
  const found = ancestorsOf(server.pid).find(({name}) => name === victim);
  expect(found, names(server.pid).join(', ')).toBeDefined();
  process.kill(found!.pid, 'SIGKILL');
  await server.ended();
});

test('SIGKILL of npx or its shell stops the server', async () => {
  for (const victim of ['npm', 'sh']) {
    const server = await start('npm', ['exec', '--', 'patchbay', 'serve'], projectRoot);
    const [, ...launchers] = ancestorsOf(server.pid);
    expect(launchers.map(({name}) => name)).toEqual(['node', 'sh', 'npm']);
    process.kill(launchers.find(({name}) => name === victim)!.pid, 'SIGKILL');
    await server.ended();
  }
});

test('SIGTERM of npm stops the server', async () => {
  const server = await start('npm', ['start']);
  server.started.kill('SIGTERM');
  await server.ended();
});

test.each([
  ['a shell that starts it in the background', 'sh', ['-c', `exec ${SERVE} &`]],
  ['the shell of setsid', 'sh', ['-c', `setsid ${SERVE} & sleep 0.1`]],
  ['an npm script that starts it in the background', 'npm', ['run', 'background']],
])('the server keeps running after the end of %s', async (_name, program, args) => {
  const server = await start(program, args);
  if (server.started.exitCode === null) await once(server.started, 'exit');
  await expectItKeepsRunning(server);
});

test('the server keeps running after SIGKILL of a shell or a supervisor that started it', async () => {
  const server = await start('sh', ['-c', `${SERVE}; true`]);
  server.started.kill('SIGKILL');
  await once(server.started, 'exit');
  await expectItKeepsRunning(server);
});

test('a hangup without a terminal, such as after nohup, stops npm but not the server', async () => {
  const server = await start('npm', ['start']);
  process.kill(-server.started.pid!, 'SIGHUP');
  await once(server.started, 'exit');
  await expectItKeepsRunning(server);
});
