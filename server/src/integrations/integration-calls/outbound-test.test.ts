import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const explain = (url: unknown) => server.admin.post('/integrations/outbound/test', {url});

test('returns the address, the rule and the setting that would allow it', async () => {
  expect(await explain('http://127.0.0.1:9000/hook')).toMatchObject({
    status: 200,
    body: {
      url: 'http://127.0.0.1:9000/hook',
      allowed: false,
      addresses: [{address: '127.0.0.1', allowed: false, rule: 'loopback'}],
      message: expect.stringMatching(
        /add "127\.0\.0\.1" to ServiceSettings\.AllowedUntrustedInternalConnections/,
      ),
    },
  });
});

test('returns the rule that allows it', async () => {
  await server.platform.config.patch({ServiceSettings: {AllowedUntrustedInternalConnections: '10.0.0.0/8'}});
  expect((await explain('http://10.1.2.3/')).body).toMatchObject({
    allowed: true,
    addresses: [{rule: 'allowed by 10.0.0.0/8'}],
  });
});

test.each([
  ['ftp://example.com/', /starts with ftp:/],
  ['http://me:secret@example.com/', /username or a password/],
  ['nonsense', /not a URL/],
  ['http://no-such-name.invalid/', /cannot be resolved/],
])('%s is rejected with a reason', async (url, message) => {
  const {status, body} = await explain(url);
  expect([status, body.allowed, body.addresses]).toEqual([200, false, []]);
  expect(body.message).toMatch(message);
});

test('without a URL gets 400', async () => {
  expect((await explain(undefined)).status).toBe(400);
});

describe('a site URL', () => {
  const check = (site_url: unknown) => server.admin.post('/site_url/test', {site_url});

  test('works if the server responds there', async () => {
    const address = await server.app.listen({port: 0, host: '127.0.0.1'});
    const blocked = await check(address);
    expect(blocked).toMatchObject({status: 400, body: {id: 'app.admin.test_site_url.failure'}});
    expect(blocked.body.message).toContain('AllowedUntrustedInternalConnections');
    await server.platform.config.patch({ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}});
    expect(await check(`${address}/`)).toMatchObject({status: 200, body: {status: 'OK'}});
    const elsewhere = await check(`${address}/nowhere`);
    expect(elsewhere).toMatchObject({status: 400, body: {id: 'app.admin.test_site_url.failure'}});
    expect(elsewhere.body.message).toContain('/nowhere/api/v4/system/ping returned status 404');
  });

  test.each([undefined, '', 42])('%s is not one', async (site_url) => {
    expect(await check(site_url)).toMatchObject({status: 400});
  });
});

test('a test notification is a direct message from the system bot', async () => {
  const ann = await server.person('ann');
  expect(await ann.post('/notifications/test')).toMatchObject({status: 200, body: {status: 'OK'}});
  const bot = (await ann.get('/users/username/system-bot')).body;
  const channel = (await ann.post('/channels/direct', [ann.id, bot.id])).body;
  const {posts} = (await ann.get(`/channels/${channel.id}/posts`)).body;
  expect(Object.values(posts)).toMatchObject([{user_id: bot.id, message: expect.stringContaining('test')}]);
});
