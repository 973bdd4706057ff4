import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {commandLine} from '../support/command-line.ts';
import {holdChange} from '../support/hold-change.ts';
import {createTestDatabase} from '../support/test-database.ts';

// The effects of a change are recorded in the transaction that makes it (docs/cluster.md#effects-that-must-happen).

const PASSWORD = 'a long enough password';

test('the effects of a change happen after a restart if the server is killed right after the commit', async () => {
  const [{database, connectionString, close}, directory] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'patchbay-crash-')),
  ]);
  const patchbay = commandLine(directory, {
    PATCHBAY_SQLSETTINGS_DATASOURCE: connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
    // Emails stay queued, because this server accepts none.
    PATCHBAY_EMAILSETTINGS_SMTPSERVER: '127.0.0.1',
    PATCHBAY_EMAILSETTINGS_SMTPPORT: '1',
    PATCHBAY_EMAILSETTINGS_FEEDBACKEMAIL: 'patchbay@example.com',
  });
  const first = await patchbay.serve();
  let token = '';
  async function call(method: string, path: string, body?: object): Promise<{id: string}> {
    const response = await fetch(`${first.address}/api/v4${path}`, {
      method,
      headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
      ...(body && {body: JSON.stringify(body)}),
    });
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    token ||= response.headers.get('token') ?? '';
    return (await response.json()) as {id: string};
  }
  const account = (username: string) => ({username, email: `${username}@example.com`, password: PASSWORD});
  await call('POST', '/users', account('ann'));
  await call('POST', '/users/login', {login_id: 'ann', password: PASSWORD});
  const ben = await call('POST', '/users', account('ben'));
  const team = await call('POST', '/teams', {name: 'team', display_name: 'Team', type: 'O'});
  const channel = await call('POST', '/channels', {
    team_id: team.id,
    name: 'plans',
    display_name: 'Plans',
    type: 'O',
  });
  const notices = () =>
    database.rows({text: `select Kind, Recipient from MailQueue where Kind = 'deactivated'`});
  const messages = () =>
    database.rows({
      text: `select Type from Posts where ChannelId = $1 and Type = 'system_header_change'`,
      values: [channel.id],
    });

  const holds = [
    await holdChange(database, connectionString, 'insert on MailQueue for each row'),
    await holdChange(
      database,
      connectionString,
      `insert on Posts for each row when (new.Type = 'system_header_change')`,
    ),
  ];
  // Both changes are committed and acknowledged.
  await call('DELETE', `/users/${ben.id}`);
  await call('PUT', `/channels/${channel.id}/patch`, {header: 'Next week'});
  for (const hold of holds) await hold.reached();
  await first.kill();
  for (const hold of holds) await hold.release();
  const others = () =>
    database.execute({
      text: `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    });
  await expect.poll(others).toBe(0);
  expect([...(await notices()), ...(await messages())]).toEqual([]);

  const second = await patchbay.serve();
  await expect.poll(notices).toEqual([{kind: 'deactivated', recipient: 'ben@example.com'}]);
  await expect.poll(messages).toHaveLength(1);
  await expect.poll(() => database.rows({text: 'select Event, Reaction from EventOutbox'})).toEqual([]);
  await second.stop();
  await Promise.all([close(), rm(directory, {recursive: true, force: true})]);
}, 120_000);
