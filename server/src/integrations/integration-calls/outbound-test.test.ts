import {afterAll, beforeAll, expect, test} from 'vitest';
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
