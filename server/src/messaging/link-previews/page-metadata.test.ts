import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readPageMetadata} from './page-metadata.ts';

const read = (html: string | Buffer, contentType = 'text/html', url = 'https://x.org/a/page') =>
  readPageMetadata(Buffer.from(html), {contentType, url});

describe('the metadata of a page', () => {
  test('is read from its OpenGraph properties', async () => {
    const page = await read(`<!doctype html><html><head>
      <meta property="og:title" content="A &amp; B"><meta property="og:description" content=" Two
        lines ">
      <meta property="og:site_name" content="Example"><meta property="og:type" content="article">
      <meta property="og:url" content="/canonical"><meta property="og:image" content="../a.png">
      <title>Another title</title></head><body></body></html>`);
    expect(page).toEqual({
      type: 'article',
      url: 'https://x.org/canonical',
      title: 'A & B',
      description: 'Two lines',
      site_name: 'Example',
      images: [{url: 'https://x.org/a.png', secure_url: '', type: '', width: 0, height: 0}],
    });
  });

  test('is read from its title and description otherwise', async () => {
    expect(await read('<title>Plain</title><meta name=description content="A page">')).toEqual({
      type: 'website',
      url: 'https://x.org/a/page',
      title: 'Plain',
      description: 'A page',
      site_name: 'x.org',
      images: [],
    });
    expect(
      await read('<meta name="twitter:title" content="T"><meta name="twitter:image" content="//y.org/i">'),
    ).toMatchObject({title: 'T', images: [{url: 'https://y.org/i'}]});
  });

  test('is missing without a title', async () => {
    expect(await read('<meta property="og:description" content="no title">')).toBeUndefined();
    expect(await read('')).toBeUndefined();
  });

  test('is not read from the body', async () => {
    expect(
      await read('<body><meta property="og:title" content="Comment of a visitor"></body>'),
    ).toBeUndefined();
  });

  test('contains only web addresses and one line of plain text', async () => {
    const page = await read(
      '<meta property="og:title" content="a\u202eb\u0000c&#x2067;d"><meta property="og:url" content="javascript:alert(1)">' +
        '<meta property="og:image" content="data:image/png;base64,AA==">' +
        `<meta property="og:description" content="${'😀'.repeat(1000)}">`,
    );
    expect(page).toMatchObject({url: 'https://x.org/a/page', images: []});
    expect(page!.title).not.toMatch(/[\u202e\u2067]|\p{Cc}/u);
    expect([...page!.description]).toHaveLength(300);
    expect(page!.description.isWellFormed()).toBe(true);
  });

  test.each([
    [
      'the header',
      Buffer.from('<title>Gr\xfc\xdfe</title>', 'latin1'),
      'text/html; charset=ISO-8859-1',
      'Grüße',
    ],
    [
      'the page',
      Buffer.concat([
        Buffer.from('<meta charset="Shift_JIS"><title>'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      ]),
      'text/html',
      '日本',
    ],
    [
      'a byte order mark',
      Buffer.from('\ufeff<title>日本</title>', 'utf16le'),
      'text/html; charset=utf-8',
      '日本',
    ],
    ['a wrong name', Buffer.from('<title>Grüße</title>'), 'text/html; charset=no-such', 'Grüße'],
    [
      'nothing, and is Windows-1252',
      Buffer.from('<title>Gr\xfc\xdfe</title>', 'latin1'),
      'text/html',
      'Grüße',
    ],
  ])('is decoded by %s', async (_what, html, contentType, title) => {
    expect((await read(html, contentType))?.title).toBe(title);
  });

  test('is read without errors from any bytes, and quickly from pages designed to be slow to parse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({maxLength: 300}), fc.string(), async (bytes, contentType) => {
        await read(Buffer.from(bytes), contentType);
      }),
    );
    await read('<a>'.repeat(150_000) + '</b>'.repeat(100_000));
    await read(`<meta property="og:title" content="${'x'.repeat(1 << 20)}`);
  });
});
