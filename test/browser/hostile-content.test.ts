import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {BROWSER_TEST_TIMEOUT, describeInBrowser, openAs, startBrowser} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {picture} from '../support/pictures.ts';

const RUN = 'javascript:window.ran=1';
const HTML = '<img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1">';

describeInBrowser('what comes from outside', () => {
  let browser: Browser;
  let crew: Crew;
  let address: string;
  let elsewhere: Server;
  let pictures: string;
  let hook: string;

  beforeAll(async () => {
    browser = await startBrowser();
    const image = await picture(60, 40);
    elsewhere = createServer((request, response) => {
      if (request.url === '/drawing.svg') {
        response
          .setHeader('content-type', 'image/svg+xml')
          .end(
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.ran=1</script></svg>',
          );
      } else if (request.url === '/page') {
        const text = HTML.replaceAll('"', '&quot;');
        response
          .setHeader('content-type', 'text/html')
          .end(
            `<meta property="og:title" content="A page ${text}"><meta property="og:description" content="${text} [x](${RUN})">` +
              `<meta property="og:site_name" content="${text}"><meta property="og:url" content="${RUN}">` +
              `<meta property="og:image" content="/drawing.svg">`,
          );
      } else {
        response.setHeader('content-type', 'image/png').end(image);
      }
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    pictures = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    crew = await createCrew({
      ServiceSettings: {
        AllowedUntrustedInternalConnections: '127.0.0.1',
        EnablePostUsernameOverride: true,
        EnablePostIconOverride: true,
      },
      TeamSettings: {TeammateNameDisplay: 'full_name'},
    });
    address = await crew.server.listen();
    const made = await crew.server.admin.post('/hooks/incoming', {channel_id: crew.channelId});
    hook = made.body.id;
  }, BROWSER_TEST_TIMEOUT);
  afterAll(async () => {
    await browser.close();
    await crew.close();
    await new Promise((resolve) => elsewhere.close(resolve));
  });

  async function post(payload: object): Promise<void> {
    const {status, body} = await crew.server.anonymous.post(`/hooks/${hook}`, payload);
    expect([status, body]).toEqual([200, 'ok']);
  }

  const message = (page: Page, text: string) => page.getByRole('article').filter({hasText: text});

  test('runs no script and makes no request, anywhere', async () => {
    await crew.bob.put('/users/me/patch', {first_name: HTML.slice(0, 50), last_name: '"><b>', position: RUN});
    await crew.post(crew.bob, `Names are text. ${HTML} [a](${RUN}) ![b](${RUN}) [c]: ${RUN}`);
    await crew.post(crew.bob, `Pictures are proxied. ![drawing](${pictures}/drawing.svg)`);
    await post({
      text: 'Attachments are text.',
      username: '<b>alerts</b>',
      icon_url: `${pictures}/icon.png`,
      attachments: [
        {
          color: 'red;background:url(//evil.example)',
          pretext: HTML,
          author_name: HTML,
          author_link: RUN,
          author_icon: `${pictures}/author.png`,
          title: `<b>title</b> [x](${RUN})`,
          title_link: 'data:text/html,<script>window.ran=1</script>',
          text: `${HTML} ![y](${pictures}/in-text.png)`,
          fields: [{title: HTML, value: `[z](${RUN})`, short: true}],
          image_url: `${pictures}/image.png`,
          thumb_url: RUN,
          footer: HTML,
          footer_icon: 'data:image/svg+xml,<svg onload="window.ran=1">',
        },
      ],
    });
    await crew.post(crew.bob, `Pages are described. ${pictures}/page`);
    const {page, faults, context} = await openAs(browser, address, 'ann', '/crew/channels/town-square');
    const card = message(page, 'Pages are described.').getByRole('group', {
      name: 'Link preview: A page <img',
    });
    await card.getByRole('link', {name: 'A page <img src=x'}).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.reload();
    const attachment = message(page, 'Attachments are text.');
    await attachment.getByText('<b>title</b>').waitFor();
    await card.getByText(`[x](${RUN})`).waitFor();
    await attachment.getByRole('button', {name: '<b>alerts</b>', exact: true}).waitFor();
    await message(page, 'Names are text.')
      .getByRole('button', {name: '<img src=x', exact: false})
      .last()
      .click();
    await page.getByRole('dialog', {name: 'Profile'}).getByText(RUN).waitFor();

    const seen = await page.evaluate<{ran: boolean; links: string[]; images: string[]; elements: number}>(`({
      ran: 'ran' in window,
      links: [...document.querySelectorAll('article a[href]')].map((link) => link.protocol),
      images: [...document.images].map((image) => image.getAttribute('src')),
      elements: document.querySelectorAll('article script, article svg[onload], [onerror]').length,
    })`);
    expect(seen.ran).toBe(false);
    expect(seen.elements).toBe(0);
    expect(new Set(seen.links)).toEqual(new Set(['http:']));
    expect(
      seen.images.filter((source) => !/^(?:\/|blob:)|^http:\/\/127\.0\.0\.1:\d+\/api\//.test(source)),
    ).toEqual([]);
    // A picture that loads fills its space. A picture that doesn't load is hidden.
    const image = attachment.getByRole('img', {name: 'y', exact: true});
    await expect.poll(async () => (await image.boundingBox())?.width).toBe(60);
    expect(new Set(asked)).toEqual(new Set([address]));
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an integration shows its emoji, built-in or custom', async () => {
    const form = new FormData();
    form.append('emoji', JSON.stringify({name: 'tidewater', creator_id: crew.server.admin.id}));
    form.append(
      'image',
      new Blob([new Uint8Array(await picture(64, 64))], {type: 'image/png'}),
      'tidewater.png',
    );
    const made = await fetch(`${address}/api/v4/emoji`, {
      method: 'POST',
      headers: {authorization: `Bearer ${crew.server.admin.token}`},
      body: form,
    });
    expect(made.ok).toBe(true);
    await post({text: 'from a siren', username: 'siren', icon_emoji: ':rotating_light:'});
    await post({text: 'from the tide', username: 'tide', icon_emoji: 'tidewater'});
    await post({text: 'from nobody', username: 'nobody', icon_emoji: 'no_such_emoji'});
    const {page, faults, context} = await openAs(browser, address, 'ann', '/crew/channels/town-square');
    const pictureOf = (text: string, name: string) =>
      message(page, text).getByRole('button', {name: `Profile of ${name}`});
    await pictureOf('from a siren', 'siren').locator('[aria-label=":rotating_light:"]').waitFor();
    await pictureOf('from the tide', 'tide').locator('img[src*="/emoji/"]').waitFor();
    await pictureOf('from nobody', 'nobody').locator('[data-initials="N"]').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('is also blocked by the Content-Security-Policy of every page', async () => {
    const answer = await fetch(`${address}/crew/channels/town-square`, {headers: {accept: 'text/html'}});
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "img-src 'self' data: blob:"]),
    );
    expect(policy).not.toContain('unsafe');
  });
});
