import {existsSync, readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {projectRoot} from '../../scripts/bootstrap.js';
import {createTestServer, type TestServer} from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

function fetchPath(url: string, headers: Record<string, string> = {}) {
  return server.app.inject({method: 'GET', url, headers});
}

describe('metrics', () => {
  test('are not available until they are enabled', async () => {
    expect((await fetchPath('/metrics')).statusCode).toBe(404);
    await server.platform.config.patch({MetricsSettings: {Enable: true}});
    await server.anonymous.get('/system/ping');
    const {statusCode, headers, body} = await fetchPath('/metrics');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(/patchbay_http_request_duration_seconds_count\{route="\/api\/v4\/system\/ping"/);
    await server.platform.config.patch({MetricsSettings: {Enable: false}});
  });

  test('are documented, and the dashboard and the alerts use existing names', async () => {
    const read = (path: string) => readFileSync(`${projectRoot}/${path}`, 'utf8');
    const namesIn = (text: string) => new Set(text.match(/\bpatchbay_[a-z_]+[a-z]\b/g));
    const {text} = await server.platform.metrics.render();
    const ofProcess = /^patchbay_(?:process|nodejs)_/;
    const actual = new Set(text.match(/(?<=^# HELP )\S+/gm));
    const section = read('docs/operations.md').match(/^### Metrics$[\s\S]*?^## /m)![0];
    const documented = namesIn(section);
    const ofEveryServer = namesIn(section.split('there are also')[0]!);

    expect([...actual].filter((name) => !ofProcess.test(name) && !documented.has(name))).toEqual([]);
    expect([...ofEveryServer].filter((name) => !actual.has(name))).toEqual([]);
    for (const path of ['deploy/grafana/patchbay.json', 'deploy/prometheus/alerts.yaml']) {
      const used = [...namesIn(read(path))].map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
      expect({path, unknown: used.filter((name) => !actual.has(name) && !documented.has(name))}).toEqual({
        path,
        unknown: [],
      });
    }
  });
});

describe('the general rate limit', () => {
  beforeAll(() =>
    server.platform.config.patch({
      RateLimitSettings: {Enable: true, PerSec: 1, MaxBurst: 2},
      ServiceSettings: {TrustedProxyIPHeader: ['X-Forwarded-For']},
    }),
  );
  afterAll(() => server.platform.config.patch({RateLimitSettings: {Enable: false}}));
  // Even a slow machine handles these faster than the limit allows.
  const atOnce = <T>(ask: (index: number) => T): T[] => Array.from({length: 30}, (_, index) => ask(index));
  const from = (address: string) => server.anonymous.get('/system/ping', {'x-forwarded-for': address});

  test('counts down in the headers, then returns 429 and says when to retry', async () => {
    const first = await from('10.0.0.1');
    expect(first).toMatchObject({
      status: 200,
      headers: {'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2', 'x-ratelimit-reset': '1'},
    });
    const answers = await Promise.all(atOnce(() => from('10.0.0.1')));
    const refused = answers.filter(({status}) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]).toMatchObject({
      status: 429,
      body: {id: 'api.context.rate_limit.app_error', status_code: 429},
      headers: {'x-ratelimit-remaining': '0', 'retry-after': '1'},
    });
  });

  test('distinguishes addresses', async () => {
    expect((await from('10.0.0.2')).status).toBe(200);
  });

  test('distinguishes users if it is set to, and ignores invented tokens', async () => {
    await server.platform.config.patch({RateLimitSettings: {VaryByUser: true}});
    const address = {'x-forwarded-for': '10.0.0.3'};
    const answers = await Promise.all(
      atOnce((request) => server.withToken(`invented${request}`).get('/users/me', address)),
    );
    expect(new Set(answers.map(({status}) => status))).toEqual(new Set([401, 429]));
    expect((await server.admin.get('/users/me', address)).status).toBe(200);
    await server.platform.config.patch({RateLimitSettings: {VaryByUser: false}});
  });
});

describe('an error', () => {
  const unknown = 'abcdefghijklmnopqrstuvwxyz';

  test.each([
    [
      'an unknown id',
      () => server.admin.get(`/posts/${unknown}`),
      {
        message: "This message doesn't exist, or you don't have access.",
        detailed_error: `There is no post with the id ${unknown}.`,
      },
    ],
    [
      'a text that is too long',
      () => server.admin.post('/users/usernames', ['x'.repeat(2000)]),
      {
        path: '[0]',
        message: expect.stringMatching(/^\[0\] can have at most \d+ characters\.$/),
        params: {rule: 'maxLength', limit: expect.any(Number)},
        detailed_error: expect.stringMatching(
          /^Invalid or missing \[0\] in request body\. It must NOT have .*, and is "x{76}…\.$/,
        ),
      },
    ],
    [
      'a missing field',
      () => server.admin.post('/posts', {message: 'hi'}),
      {
        path: 'channel_id',
        message: 'Invalid or missing channel_id in request body. It is required.',
        detailed_error: '',
      },
    ],
  ])('about %s says what to do, and details are for programs', async (_case, ask, body) => {
    expect((await ask()).body).toMatchObject(body);
  });
});

describe('the API description', () => {
  test('is an OpenAPI 3.1 document of every route below /api/v4', async () => {
    const {statusCode, headers, body} = await fetchPath('/api/v4/openapi.json');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    const document = JSON.parse(body);
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    for (const {method, path} of server.app.routeList) {
      if (!path.startsWith('/api/v4/') || path === '/api/v4/openapi.json') continue;
      expect(described).toContain(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    }
    const {put} = document.paths['/api/v4/users/{user_id}/active'];
    expect(put).toMatchObject({tags: ['users'], security: [{bearer: []}]});
    expect(Object.keys(put.responses)).toEqual(['200', '400', '401', '403', '404', 'default']);
  });

  test('has a summary for every route', () => {
    const silent = server.app.routeList
      .filter(
        ({path, schema}) =>
          path.startsWith('/api/v4/') && path !== '/api/v4/openapi.json' && !schema?.summary,
      )
      .map(({method, path}) => `${method} ${path}`);
    expect(silent).toEqual([]);
  });

  test('has an HTML page that loads nothing from other sites', async () => {
    const page = await fetchPath('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      expect(asset).not.toMatch(/^https?:/);
      const {pathname} = new URL(asset, 'http://localhost/api/docs/');
      expect((await fetchPath(pathname)).statusCode).toBe(200);
    }
  });
});

// `npm test` builds the web client before running tests.
const webClientIsBuilt = existsSync(new URL('../../web/dist/index.html', import.meta.url));

describe.skipIf(!webClientIsBuilt)('the web client', () => {
  const html = {accept: 'text/html,application/xhtml+xml'};

  test.each(['/', '/team/channels/town-square', '/team/messages/@ann.lee', '/login'])(
    'is a page at %s',
    async (path) => {
      const {statusCode, headers, body} = await fetchPath(path, html);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toContain('text/html');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers.expires).toBeUndefined();
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body).toContain('<title>Patchbay</title>');
    },
  );

  test.each(['/api/v4/nope', '/api', '/hooks/nope', '/plugins/nope', '/static/nope', '/metrics'])(
    'has no page at %s',
    async (path) => {
      const {statusCode, headers, body} = await fetchPath(path, html);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toBe('application/json');
      expect(JSON.parse(body).id).toBe('api.context.404.app_error');
    },
  );

  test.each(['/assets/nope.js', '/assets/../../package.json', '/..%2f..%2fpackage.json', '/.sources'])(
    'has no file at %s',
    async (path) => {
      expect((await fetchPath(path)).statusCode).toBe(404);
    },
  );

  test('is rate limited like everything else', async () => {
    const {statusCode, body} = await fetchPath(`/team?${'x'.repeat(3000)}`, html);
    expect(statusCode).toBe(414);
    expect(JSON.parse(body).id).toBe('basic_security_check.url.too_long_error');
  });

  test('returns 304 to clients that have the page already', async () => {
    const {headers} = await fetchPath('/');
    expect((await fetchPath('/', {'if-none-match': String(headers.etag)})).statusCode).toBe(304);
  });
});
