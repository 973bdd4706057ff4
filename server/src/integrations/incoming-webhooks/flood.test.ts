import {afterAll, beforeAll, expect, test} from 'vitest';
import {type ApiResponse, createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';

// Too many requests to one webhook are rejected, and requests to other webhooks are not
// (docs/testing.md#rules-and-the-tests-that-show-them, rule 6).

const BURST = 20;
const PER_SECOND = 2;
const WAVE = 60;

let server: TestServer;
let channelId: string;

beforeAll(async () => {
  server = await createTestServer({
    settings: {RateLimitSettings: {WebhookPerSec: PER_SECOND, WebhookMaxBurst: BURST}},
  });
  const {teams, channels} = server.features;
  const team = await teams.create({name: 'ops', display_name: 'Ops', type: 'O'}, server.admin.id);
  channelId = (await channels.byName(team.id, 'town-square')).id;
});
afterAll(() => server.close());

async function createHook(): Promise<string> {
  return (await server.admin.post('/hooks/incoming', {channel_id: channelId})).body.id;
}

async function count(text: string, value: string): Promise<number> {
  return (await server.platform.database.row<{count: number}>({text, values: [value]}))!.count;
}

test('a flood on one webhook gets 429 with Retry-After, and does not affect other webhooks', async () => {
  const [flooded, quiet] = [await createHook(), await createHook()];
  const sendTo = (key: string, text: string) => server.anonymous.post(`/hooks/${key}`, {text});
  const answers: ApiResponse[] = [];
  const quietAnswers: ApiResponse[] = [];
  const startedAt = Date.now();
  while (quietAnswers.length < BURST) {
    const wave = Array.from({length: WAVE}, () => sendTo(flooded, 'flood'));
    quietAnswers.push(await sendTo(quiet, 'quiet'));
    answers.push(...(await Promise.all(wave)));
  }
  const seconds = (Date.now() - startedAt) / 1000;

  expect(quietAnswers.map(({status}) => status)).toEqual(quietAnswers.map(() => 200));
  const accepted = answers.filter(({status}) => status === 200).length;
  const refused = answers.filter(({status}) => status === 429);
  expect(accepted + refused.length).toBe(BURST * WAVE);
  expect(accepted).toBeGreaterThan(BURST);
  // The content of the bucket, plus what was added in the meantime.
  expect(accepted).toBeLessThanOrEqual(BURST + 1 + Math.ceil(seconds * PER_SECOND));
  for (const {headers, body} of refused) {
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(body).toMatchObject({id: 'web.incoming_webhook.rate_limit.app_error', status_code: 429});
  }
  expect(await count(`select count(*) as count from Posts where Message = $1`, 'flood')).toBe(accepted);

  // The log of a flood is bounded, and does not displace the logs of other webhooks.
  await server.features.deliveries.flush();
  const deliveries = `
    select count(*) as count from IncomingWebhookDeliveries d join IncomingWebhooks h on h.Id = d.HookId
    where h.KeyHash = $1`;
  expect(await count(deliveries, hashToken(flooded))).toBe(100);
  expect(await count(deliveries, hashToken(quiet))).toBe(quietAnswers.length);
});

test('guessed keys are rejected and not logged', async () => {
  const before = await count('select count(*) as count from Posts where ChannelId = $1', channelId);
  const received = 'select count(*) as count from IncomingWebhookDeliveries where CreateAt > $1';
  const receivedBefore = await count(received, '0');
  for (let wave = 0; wave < 5; wave++) {
    const guesses = Array.from({length: WAVE}, (_, index) =>
      server.anonymous.post(`/hooks/${String(wave * WAVE + index).padStart(26, 'x')}`, {text: 'guess'}),
    );
    for (const {status, body} of await Promise.all(guesses)) {
      expect({status, message: body.message}).toEqual({status: 400, message: 'Invalid webhook.'});
    }
  }
  await server.features.deliveries.flush();
  expect(await count('select count(*) as count from Posts where ChannelId = $1', channelId)).toBe(before);
  expect(await count(received, '0')).toBe(receivedBefore);
});
