import {Client4} from '@mattermost/client';
import type {Channel} from '@mattermost/types/channels';
import type {IncomingWebhook as WireHook} from '@mattermost/types/integrations';
import type {Post} from '@mattermost/types/posts';
import type {Team} from '@mattermost/types/teams';
import {IncomingWebhook, IncomingWebhookHTTPError} from '@slack/webhook';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {createTestServer, type TestServer} from '../support/test-server.ts';

// Webhooks and bots with existing clients: Slack's own client, and the library of the official web client.

let server: TestServer;
let address: string;
let admin: Client4;
let team: Team;
let channel: Channel;

beforeAll(async () => {
  server = await createTestServer({
    settings: {ServiceSettings: {EnablePostUsernameOverride: true, EnablePostIconOverride: true}},
  });
  address = await server.listen();
  admin = clientOf(server.admin.token);
  team = await admin.createTeam({name: 'ops', display_name: 'Ops', type: 'O'} as Team);
  channel = await admin.getChannelByName(team.id, 'town-square');
  // Join messages are posted asynchronously, so wait for them before testing.
  await vi.waitFor(async () => expect((await admin.getPosts(channel.id)).order).toHaveLength(1), 60_000);
});
afterAll(() => server.close());

function clientOf(token: string): Client4 {
  const made = new Client4();
  made.setUrl(address);
  made.setToken(token);
  return made;
}

describe('Slack’s client for webhooks', () => {
  let url: string;

  beforeAll(async () => {
    const hook = await admin.createIncomingWebhook({channel_id: channel.id, display_name: 'CI'});
    url = `${address}/hooks/${hook.id}`;
  });

  async function lastPost(): Promise<Post> {
    const {order, posts} = await admin.getPosts(channel.id, 0, 1);
    return posts[order[0]!]!;
  }

  test('posts a text, and receives "ok"', async () => {
    const slack = new IncomingWebhook(url, {username: 'builder', icon_emoji: ':rocket:'});
    expect(await slack.send('built <https://ci.example.com/7|number 7>')).toEqual({text: 'ok'});
    expect(await lastPost()).toMatchObject({
      message: 'built [number 7](https://ci.example.com/7)',
      props: {from_webhook: 'true', override_username: 'builder', override_icon_emoji: ':rocket:'},
    });
  });

  test('posts attachments', async () => {
    await new IncomingWebhook(url).send({
      text: 'Build 7',
      channel: '#off-topic',
      attachments: [
        {
          fallback: 'failed',
          color: 'danger',
          title: 'The log',
          title_link: 'https://ci.example.com/7',
          fields: [{title: 'Branch', value: 'main', short: true}],
          ts: '1700000000',
        },
      ],
    });
    const offTopic = await admin.getChannelByName(team.id, 'off-topic');
    const {order, posts} = await admin.getPosts(offTopic.id, 0, 1);
    expect(posts[order[0]!]).toMatchObject({
      message: 'Build 7',
      type: 'slack_attachment',
      props: {
        attachments: [
          {
            fallback: 'failed',
            color: 'danger',
            title: 'The log',
            title_link: 'https://ci.example.com/7',
            fields: [{title: 'Branch', value: 'main', short: true}],
          },
        ],
      },
    });
  });

  test('posts blocks as readable text', async () => {
    await new IncomingWebhook(url).send({
      blocks: [
        {type: 'header', text: {type: 'plain_text', text: 'Release 7'}},
        {type: 'section', text: {type: 'mrkdwn', text: 'See <https://example.com|the notes>.'}},
        {type: 'divider'},
        {type: 'context', elements: [{type: 'mrkdwn', text: 'by the pipeline'}]},
      ],
    });
    const {message} = await lastPost();
    for (const words of ['Release 7', 'See [the notes](https://example.com).', 'by the pipeline']) {
      expect(message).toContain(words);
    }
  });

  test('receives the reason for an error', async () => {
    const failureOf = async (address: string, payload: object) => {
      const error = await new IncomingWebhook(address).send(payload).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(IncomingWebhookHTTPError);
      const {statusCode, body} = error as IncomingWebhookHTTPError;
      return {statusCode, ...JSON.parse(body)};
    };
    expect(await failureOf(url, {channel: '#nowhere', text: 'x'})).toMatchObject({
      statusCode: 404,
      id: 'web.incoming_webhook.channel.app_error',
      message: "Couldn't find the channel",
    });
    expect(await failureOf(url, {})).toMatchObject({statusCode: 400, message: 'No text specified.'});
    expect(await failureOf(`${address}/hooks/${'x'.repeat(26)}`, {text: 'x'})).toMatchObject({
      statusCode: 400,
      message: 'Invalid webhook.',
    });
  });
});

describe('the official client library manages webhooks', () => {
  test('creates, lists, counts, reads, updates and deletes them', async () => {
    const made = await admin.createIncomingWebhook({
      channel_id: channel.id,
      display_name: 'Deploys',
      description: 'of the web site',
      channel_locked: true,
    });
    expect(made).toMatchObject({user_id: server.admin.id, team_id: team.id, delete_at: 0});
    expect(await admin.getIncomingWebhook(made.id)).toEqual(made);

    const plain = (await admin.getIncomingWebhooks(team.id)) as WireHook[];
    expect(plain.map(({id}) => id)).toContain(made.id);
    expect(await admin.getIncomingWebhooks(team.id, 0, 1, true)).toMatchObject({
      incoming_webhooks: [{team_id: team.id}],
      total_count: plain.length,
    });
    expect(await admin.getIncomingWebhooks(team.id, 99, 1, true)).toEqual({
      incoming_webhooks: [],
      total_count: plain.length,
    });

    const changed = await admin.updateIncomingWebhook({
      ...made,
      display_name: 'Roll-outs',
      username: 'roller',
    });
    expect(changed).toMatchObject({
      id: made.id,
      display_name: 'Roll-outs',
      username: 'roller',
      channel_locked: true,
    });
    expect(changed.update_at).toBeGreaterThanOrEqual(made.update_at);

    await admin.removeIncomingWebhook(made.id);
    await expect(admin.getIncomingWebhook(made.id)).rejects.toMatchObject({status_code: 404});
    expect(await admin.getIncomingWebhooks(team.id, 0, 1, true)).toMatchObject({
      total_count: plain.length - 1,
    });
  });

  test('a key is regenerated, and the old key works during the overlap', async () => {
    const made = await admin.createIncomingWebhook({channel_id: channel.id});
    const regenerate = async (id: string, body: object) => {
      const response = await fetch(`${address}/api/v4/hooks/incoming/${id}/regenerate`, {
        ...admin.getOptions({method: 'POST', body: JSON.stringify(body)}),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as WireHook;
    };
    const send = (key: string) => new IncomingWebhook(`${address}/hooks/${key}`).send('hi');
    const second = await regenerate(made.id, {overlap_ms: 60_000});
    expect(second.id).not.toBe(made.id);
    expect(await send(made.id)).toEqual({text: 'ok'});
    expect(await send(second.id)).toEqual({text: 'ok'});
    const third = await regenerate(second.id, {});
    await expect(send(second.id)).rejects.toMatchObject({statusCode: 400});
    expect(await send(third.id)).toEqual({text: 'ok'});
  });
});

describe('the official client library manages bots', () => {
  test('creates, finds, updates, assigns, disables and enables them', async () => {
    const bot = await admin.createBot({username: 'builder', display_name: 'Builder', description: 'builds'});
    expect(bot).toMatchObject({owner_id: server.admin.id, delete_at: 0});
    expect(await admin.getBot(bot.user_id)).toEqual(bot);
    expect((await admin.getBots()).map(({user_id}) => user_id)).toEqual([bot.user_id]);
    expect(await admin.patchBot(bot.user_id, {username: 'smith', description: 'forges'})).toMatchObject({
      username: 'smith',
      display_name: 'Builder',
      description: 'forges',
    });
    expect(await admin.getUser(bot.user_id)).toMatchObject({username: 'smith', is_bot: true});

    const heir = await server.person('heir');
    expect(await admin.assignBot(bot.user_id, heir.id)).toMatchObject({owner_id: heir.id});
    expect((await admin.disableBot(bot.user_id)).delete_at).toBeGreaterThan(0);
    expect(await admin.getBots()).toEqual([]);
    expect(await admin.getBotsIncludeDeleted(0, 10)).toMatchObject([{user_id: bot.user_id}]);
    expect(await admin.getBotsOrphaned(0, 10)).toEqual([]);
    expect(await admin.enableBot(bot.user_id)).toMatchObject({delete_at: 0});
  });

  test('creates a token for a bot; a new secret works immediately', async () => {
    const bot = await admin.createBot({username: 'worker'});
    await admin.addToTeam(team.id, bot.user_id);
    const {id, token} = await admin.createUserAccessToken(bot.user_id, 'Default Token');
    expect(token).not.toBe(id);
    const [listed] = await admin.getUserAccessTokensForUser(bot.user_id);
    expect(listed).toMatchObject({id, description: 'Default Token', is_active: true});
    expect(listed).not.toHaveProperty('token');

    const program = clientOf(token!);
    const post = await program.createPost({channel_id: channel.id, message: 'at work'} as Post);
    expect(post).toMatchObject({user_id: bot.user_id, props: {from_bot: 'true'}});
    expect(await program.patchPost({id: post.id, message: 'done'})).toMatchObject({message: 'done'});

    const response = await fetch(`${address}/api/v4/users/tokens/${id}/rotate`, {
      ...admin.getOptions({method: 'POST', body: JSON.stringify({overlap_ms: 60_000})}),
    });
    const rotated = (await response.json()) as {id: string; token: string};
    expect(rotated.id).toBe(id);
    for (const secret of [token!, rotated.token]) {
      expect(await clientOf(secret).getMe()).toMatchObject({id: bot.user_id});
    }
    await admin.revokeUserAccessToken(id);
    await expect(clientOf(rotated.token).getMe()).rejects.toMatchObject({status_code: 401});
  });
});
