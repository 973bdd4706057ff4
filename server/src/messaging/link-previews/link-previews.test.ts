import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {
  ALLOW_LOOPBACK,
  htmlPage,
  openPictureSite,
  type PictureSite,
} from '../../../../test/support/picture-site.ts';
import {picture} from '../../../../test/support/pictures.ts';
import {openSocket, type SocketClient} from '../../../../test/support/socket-client.ts';

let crew: Crew;
let site: PictureSite;
let socket: SocketClient;

beforeAll(async () => {
  [crew, site] = await Promise.all([createCrew(ALLOW_LOOPBACK), openPictureSite()]);
  socket = await openSocket(await crew.server.listen(), {token: crew.bob.token});
  site.pictures['/wide.png'] = await picture(640, 200);
});
afterAll(async () => {
  await socket.cut();
  await Promise.all([site.close(), crew.close()]);
});

const url = (path: string) => `${site.address}${path}`;
const article = (title: string, more = '') =>
  htmlPage(`<head><meta property="og:title" content="${title}">${more}</head>`);
const embedsOf = async (id: string) => (await crew.bob.get(`/posts/${id}`)).body.metadata.embeds;
/** The post in the event that adds its preview. */
async function previewed(id: string) {
  const {data} = await socket.next('post_edited', (event) => JSON.parse(event.data.post).id === id);
  return JSON.parse(data.post);
}

const endedWith = (wanted: string) =>
  crew.server.platform.metrics.total(
    'outbound_request_duration_seconds',
    ({purpose, outcome}) => purpose === 'link-preview' && outcome === wanted,
  );

test('a post is announced immediately, and again when the linked page has been fetched', async () => {
  const release = Promise.withResolvers<void>();
  site.pages['/article'] = async (request, response) => {
    await release.promise;
    article('An article', '<meta property="og:image" content="/wide.png">')(request, response);
  };
  const post = await crew.post(crew.ann, `Look: ${url('/article')}`);
  expect(post.metadata.embeds).toEqual([]);
  const {data} = await socket.next('posted', (event) => JSON.parse(event.data.post).id === post.id);
  expect(JSON.parse(data.post).metadata.embeds).toEqual([]);
  await crew.bob.get(`/channels/${crew.channelId}/posts`);

  release.resolve();
  const later = await previewed(post.id);
  const embeds = [
    {
      type: 'opengraph',
      url: url('/article'),
      data: {
        type: 'website',
        url: url('/article'),
        title: 'An article',
        description: '',
        site_name: new URL(site.address).host,
        images: [{url: url('/wide.png'), secure_url: '', type: '', width: 0, height: 0}],
      },
    },
  ];
  expect(later.metadata).toMatchObject({embeds, images: {[url('/wide.png')]: {width: 640, height: 200}}});
  expect(later).toMatchObject({message: post.message, edit_at: 0});
  expect(later.update_at).toBeGreaterThan(post.update_at);
  const page = await crew.bob.get(`/channels/${crew.channelId}/posts`);
  expect(page.body.posts[post.id].metadata).toEqual(later.metadata);
  expect((await crew.ann.get(`/posts/${post.id}/edit_history`)).status).toBe(404);

  // Once the metadata is stored, a new post has the preview from the start, and the page isn't fetched again.
  const asked = site.asked.length;
  expect((await crew.post(crew.bob, `<${url('/article')}>`)).metadata.embeds).toEqual(embeds);
  expect(site.asked).toHaveLength(asked);
});

test('only the first three bare links have previews', async () => {
  for (const name of ['one', 'two', 'three', 'four']) site.pages[`/${name}`] = article(name);
  const message = `[words](${url('/hidden')}) \`${url('/code')}\` ${['one', 'two', 'three', 'four'].map((name) => url(`/${name}`)).join(' ')}`;
  const {id} = await crew.post(crew.ann, message);
  const post = await previewed(id);
  expect(post.metadata.embeds.map(({data}: {data: {title: string}}) => data.title)).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(site.asked).not.toEqual(expect.arrayContaining(['/hidden']));
  expect(site.asked).not.toEqual(expect.arrayContaining(['/code']));
});

test('a link to an image shows the image', async () => {
  site.pictures['/chart.png'] = await picture(30, 20);
  const {id} = await crew.post(crew.ann, url('/chart.png'));
  expect((await previewed(id)).metadata).toMatchObject({
    embeds: [{type: 'image', url: url('/chart.png')}],
    images: {[url('/chart.png')]: {width: 30, height: 20}},
  });
});

test('the author can remove the preview, and an integration can prevent it', async () => {
  site.pages['/removed'] = article('Removed');
  const {id, props} = await crew.post(crew.ann, url('/removed'));
  await previewed(id);
  const {body} = await crew.ann.put(`/posts/${id}/patch`, {props: {...props, remove_link_preview: 'true'}});
  expect(body.metadata.embeds).toEqual([]);
  expect(body.edit_at).toBe(0);
  expect((await previewed(id)).metadata.embeds).toEqual([]);
  const unsafe = await crew.post(crew.ann, url('/removed'), {props: {unsafe_links: 'true'}});
  expect(unsafe.metadata.embeds).toEqual([]);
  const withAttachment = await crew.post(crew.ann, url('/removed'), {props: {attachments: [{text: 'a'}]}});
  expect(withAttachment.metadata.embeds).toEqual([{type: 'message_attachment'}]);
});

test('an edit that adds a link is announced immediately, and again with the preview', async () => {
  const release = Promise.withResolvers<void>();
  site.pages['/added'] = async (request, response) => {
    await release.promise;
    article('Added')(request, response);
  };
  const {id} = await crew.post(crew.ann, 'No link yet');
  await crew.ann.put(`/posts/${id}/patch`, {message: url('/added')});
  expect((await previewed(id)).metadata.embeds).toEqual([]);
  release.resolve();
  expect((await previewed(id)).metadata.embeds).toMatchObject([{data: {title: 'Added'}}]);
});

describe('sites that misbehave', () => {
  test.each([
    ['an internal address', 'forbidden-address', () => 'http://10.1.2.3/page'],
    ['a metadata service', 'forbidden-address', () => 'http://169.254.169.254/latest/meta-data'],
    ['a URL with a password', 'bad-url', () => `<${site.address.replace('//', '//user:secret@')}/>`],
    ['a redirect to an internal address', 'forbidden-address', () => url('/inside')],
    ['endless redirects', 'redirect', () => url('/circle')],
  ])('%s: nothing is fetched', async (_what, outcome, link) => {
    site.pages['/inside'] = (_request, response) =>
      void response.writeHead(302, {location: 'http://10.0.0.1/secret'}).end();
    site.pages['/circle'] = (_request, response) => void response.writeHead(302, {location: '/circle'}).end();
    const before = await endedWith(outcome);
    const {id} = await crew.post(crew.ann, link());
    await expect.poll(() => endedWith(outcome)).toBe(before + 1);
    expect(await embedsOf(id)).toEqual([]);
  });

  test('a stalling site delays neither its post nor other previews', async () => {
    site.pages['/stall'] = (_request, response) =>
      void response.writeHead(200, {'content-type': 'text/html'}).write('<head>');
    const stalled = await crew.post(crew.ann, url('/stall'));
    site.pages['/good'] = article('Good');
    const good = await crew.post(crew.ann, url('/good'));
    expect((await previewed(good.id)).metadata.embeds).toMatchObject([{data: {title: 'Good'}}]);
    expect(await embedsOf(stalled.id)).toEqual([]);
  });

  test('the start of an endless page is enough', async () => {
    site.pages['/endless'] = (_request, response) => {
      response.writeHead(200, {'content-type': 'text/html'});
      response.write('<head><title>Endless</title>');
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1 << 16)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const {id} = await crew.post(crew.ann, url('/endless'));
    expect((await previewed(id)).metadata.embeds).toMatchObject([{data: {title: 'Endless'}}]);
  });

  test.each([
    ['a missing page', 404, 'text/html'],
    ['another type of file', 200, 'application/pdf'],
  ])('%s has no preview, and is fetched once', async (_what, status, type) => {
    const path = `/none-${status}`;
    site.pages[path] = (_request, response) =>
      void response.writeHead(status, {'content-type': type}).end('<title>Not found</title>');
    const {id} = await crew.post(crew.ann, url(path));
    await expect.poll(() => embedsOf(id)).toEqual([{type: 'link', url: url(path)}]);
    await crew.post(crew.bob, url(path));
    expect(site.asked.filter((one) => one === path)).toHaveLength(1);
  });
});

test('old posts have previews after they were read once', async () => {
  site.pages['/old'] = article('Old');
  const {id} = await crew.post(crew.ann, 'An imported message');
  await crew.server.platform.database.execute({
    text: 'update Posts set Message = $2 where Id = $1',
    values: [id, url('/old')],
  });
  const listed = async () =>
    (await crew.bob.get(`/channels/${crew.channelId}/posts`)).body.posts[id].metadata.embeds;
  await crew.post(crew.ann, 'The page is read again');
  await expect.poll(listed).toMatchObject([{data: {title: 'Old'}}]);
});

test('an administrator can exclude domains and turn previews off', async () => {
  const {config} = crew.server.platform;
  site.pages['/excluded'] = article('Excluded');
  await config.patch({ServiceSettings: {RestrictLinkPreviews: 'example.com, 127.0.0.1'}});
  expect((await crew.post(crew.ann, url('/article'))).metadata.embeds).toEqual([]);
  await config.patch({ServiceSettings: {RestrictLinkPreviews: '', EnableLinkPreviews: false}});
  expect((await crew.post(crew.ann, url('/article'))).metadata.embeds).toEqual([]);
  expect((await crew.bob.get('/config/client?format=old')).body.EnableLinkPreviews).toBe('false');
  await crew.post(crew.ann, url('/excluded'));
  await config.patch({ServiceSettings: {EnableLinkPreviews: true}});
  expect((await crew.post(crew.ann, url('/article'))).metadata.embeds).toMatchObject([{type: 'opengraph'}]);

  await config.patch({ServiceSettings: {RestrictLinkPreviews: 'localhost'}});
  const target = url('/excluded').replace('127.0.0.1', 'localhost');
  site.pages['/elsewhere'] = (_request, response) => void response.writeHead(301, {location: target}).end();
  await crew.post(crew.ann, url('/elsewhere'));
  await expect.poll(() => endedWith('excluded')).toBe(1);
  expect(site.asked).not.toContain('/excluded');
});
