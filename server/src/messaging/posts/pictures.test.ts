import {once} from 'node:events';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {ALLOW_LOOPBACK, openPictureSite, type PictureSite} from '../../../../test/support/picture-site.ts';
import {animation, picture} from '../../../../test/support/pictures.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {pictureUrls} from './pictures.ts';

describe('the images in a post', () => {
  test.each([
    ['![a](https://x.org/a.png)', ['https://x.org/a.png']],
    [
      'Two: ![a](<https://x.org/a b.png> "A title") ![b][1]\n\n[1]: http://x.org/b?c=1&amp;d=2',
      ['https://x.org/a%20b.png', 'http://x.org/b?c=1&d=2'],
    ],
    [
      '![](https://x.org/a.png =200x100) ![b](https://x.org/b.png =40 "B")',
      ['https://x.org/a.png', 'https://x.org/b.png'],
    ],
    ['| A |\n|---|\n| ![in a table](https://x.org/t.png) |', ['https://x.org/t.png']],
    ['![once](https://x.org/a.png) and ![again](https://x.org/a.png)', ['https://x.org/a.png']],
    ['`![code](https://x.org/a.png)`\n\n```\n![code](https://x.org/a.png)\n```', []],
    [
      '![our own](/api/v4/files/abc) ![no picture](javascript:alert(1)) ![data](data:image/png;base64,AA==)',
      [],
    ],
    ['A link is none: [a](https://x.org/a.png) https://x.org/b.png', []],
  ])('%j has %j', async (message, urls) => {
    expect(await pictureUrls({message, props: {}})).toEqual(urls);
  });

  test('include the images of its attachments', async () => {
    const attachments = [
      {
        text: '![text](https://x.org/text.png)',
        pretext: '![pretext](https://x.org/pretext.png)',
        fields: [{title: 'Graph', value: '![graph](https://x.org/graph.png)', short: false}],
        image_url: 'https://x.org/image.png',
        thumb_url: 'https://x.org/thumb.png',
        author_icon: 'https://x.org/author.png',
        footer_icon: 'https://x.org/footer.png',
      },
    ];
    const names = (await pictureUrls({message: '', props: {attachments}})).map((url) => url.slice(14, -4));
    expect(names.sort()).toEqual(['author', 'footer', 'graph', 'image', 'pretext', 'text', 'thumb']);
  });

  test('are found in malformed imported attachments', async () => {
    const shape = fc.anything({maxDepth: 3});
    const attachment = fc.record({pretext: shape, text: shape, fields: shape, image_url: shape});
    await fc.assert(
      fc.asyncProperty(fc.oneof(shape, fc.array(fc.oneof(shape, attachment))), async (attachments) => {
        const message = '![a](https://x.org/a.png)';
        expect(await pictureUrls({message, props: {attachments}})).toContain('https://x.org/a.png');
      }),
    );
  });

  test('are only searched for at the start of very long texts and texts full of fragments', async () => {
    const text = `![first](https://x.org/first.png) ${'word '.repeat(100_000)}![last](https://x.org/last.png)`;
    expect(await pictureUrls({message: '', props: {attachments: [{text}]}})).toEqual([
      'https://x.org/first.png',
    ]);
    const message = `![first](https://x.org/first.png) ${'!['.repeat(2_000)}\n\n![last](https://x.org/last.png)`;
    expect(await pictureUrls({message, props: {}})).toEqual(['https://x.org/first.png']);
  });
});

describe('the dimensions of external images', () => {
  let crew: Crew;
  let site: PictureSite;

  beforeAll(async () => {
    [crew, site] = await Promise.all([createCrew(ALLOW_LOOPBACK), openPictureSite()]);
    site.pictures['/wide.png'] = await picture(640, 200);
    site.pictures['/turned.jpg'] = await picture(300, 100, {format: 'jpeg', orientation: 6});
    site.pictures['/moving.gif'] = await animation(40, 30, 3);
  });
  afterAll(() => Promise.all([site.close(), crew.close()]));

  const url = (path: string) => `${site.address}${path}`;
  const listed = async (id: string) => {
    const {body} = await crew.bob.get(`/channels/${crew.channelId}/posts`);
    return body.posts[id].metadata.images;
  };

  test('are included in the response, event and lists of a new post', async () => {
    const socket = await openSocket(await crew.server.listen(), {token: crew.bob.token});
    const post = await crew.post(crew.ann, `Look: ![wide](${url('/wide.png')})`, {
      props: {attachments: [{image_url: url('/turned.jpg'), thumb_url: url('/moving.gif')}]},
    });
    const images = {
      [url('/wide.png')]: {width: 640, height: 200, format: 'png', frame_count: 0},
      [url('/turned.jpg')]: {width: 100, height: 300, format: 'jpeg', frame_count: 0},
      [url('/moving.gif')]: {width: 40, height: 30, format: 'gif', frame_count: 3},
    };
    expect(post.metadata.images).toEqual(images);
    const {data} = await socket.next('posted', (event) => JSON.parse(event.data.post).id === post.id);
    expect(JSON.parse(data.post).metadata.images).toEqual(images);
    await socket.cut();
    expect(await listed(post.id)).toEqual(images);
    expect((await crew.bob.get(`/posts/${post.id}`)).body.metadata.images).toEqual(images);
    const stored = await crew.server.platform.database.rows<{url: string}>({
      text: `select URL from LinkMetadata where Type = 'image'`,
    });
    expect(stored.map((row) => row.url)).toEqual(expect.arrayContaining(Object.keys(images)));
  });

  test('are stored, so that the image is not requested again', async () => {
    const before = site.asked.length;
    const post = await crew.post(crew.bob, `Again: ![wide](${url('/wide.png')})`);
    expect(post.metadata.images[url('/wide.png')]).toMatchObject({width: 640, height: 200});
    expect(site.asked).toHaveLength(before);
  });

  test('are included for edited and ephemeral posts', async () => {
    site.pictures['/edited.png'] = await picture(12, 34);
    const {id} = await crew.post(crew.ann, 'No picture yet');
    const {body} = await crew.ann.put(`/posts/${id}/patch`, {message: `![now](${url('/edited.png')})`});
    expect(body.metadata.images[url('/edited.png')]).toMatchObject({width: 12, height: 34});

    site.pictures['/ephemeral.png'] = await picture(56, 78);
    const ephemeral = await crew.server.admin.post('/posts/ephemeral', {
      user_id: crew.bob.id,
      post: {channel_id: crew.channelId, message: `![psst](${url('/ephemeral.png')})`},
    });
    expect(ephemeral.body.metadata.images[url('/ephemeral.png')]).toMatchObject({width: 56, height: 78});
  });

  test('delay a post only briefly and are added as soon as they are fetched', async () => {
    const other = await openPictureSite();
    const late = Promise.withResolvers<Buffer>();
    other.pictures['/late.png'] = late.promise;
    const post = await crew.post(crew.ann, `![late](${other.address}/late.png)`);
    expect(post.metadata.images).toEqual({});
    late.resolve(await picture(90, 60));
    await expect
      .poll(() => listed(post.id), {timeout: 20_000})
      .toMatchObject({[`${other.address}/late.png`]: {width: 90, height: 60}});
    await other.close();
  });

  test('are not waited for again after a timeout', async () => {
    const silent = await openPictureSite();
    const never = Promise.withResolvers<Buffer>();
    silent.pictures['/never.png'] = never.promise;
    silent.pictures['/quick.png'] = await picture(20, 10);
    await crew.post(crew.ann, `![never](${silent.address}/never.png)`);
    const post = await crew.post(crew.ann, `![quick](${silent.address}/quick.png)`);
    expect(post.metadata.images).toEqual({});
    await expect
      .poll(() => listed(post.id), {timeout: 20_000})
      .toMatchObject({[`${silent.address}/quick.png`]: {width: 20, height: 10}});
    await silent.close();
  });

  test('are found even if someone else posts images on 200 unresponsive sites', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
    silent.listen(0, '0.0.0.0');
    await once(silent, 'listening');
    const {port} = silent.address() as AddressInfo;
    await crew.server.platform.config.patch({
      ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.0/8'},
    });
    const dead = Array.from(
      {length: 200},
      (_, index) => `![dead](http://127.0.1.${index + 1}:${port}/x.png)`,
    );
    await Promise.all(
      Array.from({length: 10}, (_, index) =>
        crew.post(crew.ann, dead.slice(20 * index, 20 * index + 20).join(' ')),
      ),
    );
    site.pictures['/alive.png'] = await picture(44, 33);
    const {id} = await crew.post(crew.bob, `![alive](${url('/alive.png')})`);
    await expect
      .poll(() => listed(id), {timeout: 20_000})
      .toMatchObject({[url('/alive.png')]: {width: 44, height: 33}});
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('in old posts are fetched when someone reads them', async () => {
    site.pictures['/old.png'] = await picture(70, 50);
    const {id} = await crew.post(crew.ann, 'An old message');
    await crew.server.platform.database.execute({
      text: 'update Posts set Message = $2 where Id = $1',
      values: [id, `![old](${url('/old.png')})`],
    });
    await expect
      .poll(() => listed(id), {timeout: 20_000})
      .toMatchObject({[url('/old.png')]: {width: 70, height: 50}});
  });

  test("don't block reading a channel, regardless of imported content", async () => {
    const {id} = await crew.post(crew.ann, 'Imported');
    await crew.server.platform.database.execute({
      text: 'update Posts set Props = $2 where Id = $1',
      values: [id, {attachments: [null, {text: 7, fields: [null]}, {image_url: url('/wide.png')}]}],
    });
    expect(await listed(id)).toMatchObject({[url('/wide.png')]: {width: 640, height: 200}});
  });

  test('that cannot be determined, as of bitmaps, are requested once, even if caching is off', async () => {
    const names = Array.from({length: 7}, (_, index) => `/bitmap-${index}.bmp`);
    const bitmap = Buffer.concat([Buffer.from('BM'), Buffer.alloc(9 << 20)]);
    for (const name of [...names, names[0]!]) {
      site.pictures[name] = bitmap;
      await crew.post(crew.ann, `![bitmap](${url(name)})`);
    }
    expect(site.asked.filter((path) => path === names[0])).toHaveLength(1);
  });

  test('are missing for content other than images, which is requested once', async () => {
    const posts = [];
    for (let count = 0; count < 3; count++) {
      posts.push(await crew.post(crew.ann, `![none](${url('/missing.png')})`));
    }
    expect(posts.map((post) => post.metadata.images)).toEqual([{}, {}, {}]);
    await expect.poll(() => site.asked.filter((path) => path === '/missing.png')).toHaveLength(1);
  });

  test('are not requested when external images are disabled', async () => {
    await crew.server.platform.config.patch({ImageProxySettings: {Enable: false}});
    try {
      const post = await crew.post(crew.ann, `![wide](${url('/wide.png')}) ![new](${url('/new.png')})`);
      expect(post.metadata.images).toEqual({});
      expect(site.asked).not.toContain('/new.png');
    } finally {
      await crew.server.platform.config.patch({ImageProxySettings: {Enable: true}});
    }
    site.pictures['/new.png'] = await picture(20, 10);
    const post = await crew.post(crew.ann, `![new](${url('/new.png')})`);
    await expect.poll(() => listed(post.id)).toMatchObject({[url('/new.png')]: {width: 20, height: 10}});
  });
});
