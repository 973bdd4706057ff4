import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Client4} from '@mattermost/client';
import {expect, test} from 'vitest';
import type {Database} from '../../server/src/platform/database/database.ts';
import {commandLine} from '../support/command-line.ts';
import {type Integration, startIntegration} from '../support/integration.ts';
import {createTestDatabase} from '../support/test-database.ts';

// A post and its deliveries are stored together or not at all
// (docs/testing.md#rules-and-the-tests-that-show-them, rule 7).

/** Blocks writes to the outbox, runs `work` as soon as a write is waiting, and then unblocks them. */
async function whileOutboxIsHeld(database: Database, post: () => void, work: () => Promise<void>) {
  await database.transaction(async (tx) => {
    await tx.execute({text: 'lock table OutgoingWebhookDeliveries in share mode'});
    post();
    const waiting = () =>
      database.execute({
        text: `
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query ~ 'insert into OutgoingWebhookDeliveries'`,
      });
    await expect.poll(waiting).toBe(1);
    await work();
  });
}

async function prepare(address: string, integration: Integration) {
  const ann = new Client4();
  ann.setUrl(address);
  const account = {email: 'ann@example.com', username: 'ann', password: 'a long enough password'};
  await ann.createUser(account as Parameters<Client4['createUser']>[0], '', '');
  await ann.login(account.username, account.password);
  const team = await ann.createTeam({name: 'team', display_name: 'Team', type: 'O'} as never);
  const channel = await ann.getChannelByName(team.id, 'town-square');
  await ann.createOutgoingWebhook({
    team_id: team.id,
    channel_id: channel.id,
    trigger_words: ['build'],
    callback_urls: [integration.url],
    content_type: 'application/json',
  } as never);
  return {ann, channelId: channel.id};
}

test('a server that is killed while it stores a post leaves no post without its webhook deliveries', async () => {
  const [{database, connectionString, close}, integration, directory] = await Promise.all([
    createTestDatabase(),
    startIntegration(),
    mkdtemp(join(tmpdir(), 'patchbay-crash-')),
  ]);
  const patchbay = commandLine(directory, {
    PATCHBAY_SQLSETTINGS_DATASOURCE: connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
    PATCHBAY_SERVICESETTINGS_ALLOWEDUNTRUSTEDINTERNALCONNECTIONS: '127.0.0.1',
  });
  const first = await patchbay.serve();
  const {ann, channelId} = await prepare(first.address, integration);
  const build = () => ann.createPost({channel_id: channelId, message: 'build it'} as never);

  let acknowledged = false;
  await whileOutboxIsHeld(
    database,
    () =>
      void build().then(
        () => {
          acknowledged = true;
        },
        () => {},
      ),
    () => first.kill(),
  );
  expect(acknowledged).toBe(false);
  const others = () =>
    database.execute({
      text: `
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and state <> 'idle' and query ~ 'OutgoingWebhookDeliveries'`,
    });
  await expect.poll(others).toBe(0);
  const counts = await database.row({
    text: `
      select (select count(*) from Posts where Message = 'build it') as posts,
        (select count(*) from OutgoingWebhookDeliveries) as deliveries`,
  });
  expect(counts).toEqual({posts: 0, deliveries: 0});

  const second = await patchbay.serve();
  ann.setUrl(second.address);
  const post = await build();
  await expect.poll(() => integration.received.length).toBe(1);
  expect(JSON.parse(integration.received[0]!.body)).toMatchObject({post_id: post.id, text: 'build it'});
  await second.stop();
  await Promise.all([integration.close(), close(), rm(directory, {recursive: true, force: true})]);
}, 120_000);
