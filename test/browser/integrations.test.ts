import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';
import {openPictureSite} from '../support/picture-site.ts';
import {picture} from '../support/pictures.ts';

describeInBrowser('integrations on the page', () => {
  let crew: Crew;
  let address: string;
  let integration: Integration;
  const windows = testWindows();

  beforeAll(async () => {
    crew = await createCrew({
      ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1', EnablePostUsernameOverride: true},
    });
    address = await crew.server.listen();
    await crew.server.platform.config.patch({ServiceSettings: {SiteURL: address}});
    await crew.server.features.teams.addMember(crew.teamId, crew.server.admin.id, crew.ann.id);
    integration = await startIntegration();
  });
  afterAll(async () => {
    await integration.close();
    await crew.close();
  });

  const as = (username: string, path: string) => windows.openAs(address, username, path);

  const button = (page: Page, name: string) => page.getByRole('button', {name, exact: true});
  const panel = (page: Page, name: string) => page.getByRole('region', {name, exact: true});
  const field = (page: Page, name: string) => page.getByRole('textbox', {name, exact: true});

  async function chooseChannel(page: Page, name: string, form: Page | Locator = page): Promise<void> {
    await form.getByRole('combobox', {name: 'Channel'}).click();
    await page.getByRole('combobox', {name: 'Channel'}).and(page.locator('input')).fill(name);
    await page.getByRole('option', {name}).click();
  }

  /** Deletes what the page is about, and waits for the list to say that there is none. */
  async function deleteShown(page: Page, one: string): Promise<void> {
    await button(page, `Delete the ${one}`).click();
    await button(page, 'Delete').click();
    await page.getByRole('heading', {name: `No ${one} yet`}).waitFor();
  }

  /** Offers the webhook that the page is about to somebody of the team. */
  async function offerTo(page: Page, username: string): Promise<void> {
    await button(page, 'Transfer ownership').click();
    await page.getByRole('combobox', {name: 'New owner'}).fill(username);
    await page.getByRole('option', {name: username}).click();
    await accessible(page);
    await button(page, 'Transfer').click();
    await panel(page, 'Owner').getByText(`Offered to ${username}`).waitFor();
  }

  /** Transfers a webhook of a section to another administrator of the team, who turns it down first. */
  async function transferTo(
    page: Page,
    username: string,
    section: 'incoming_webhooks' | 'outgoing_webhooks',
    name: string,
  ): Promise<void> {
    const {admin, features} = crew.server;
    const {id} = await features.users.byUsername(username);
    const administers = (scheme_admin: boolean) =>
      admin.put(`/teams/${crew.teamId}/members/${id}/schemeRoles`, {scheme_admin, scheme_user: true});
    await administers(true);
    await offerTo(page, username);
    await button(page, 'Cancel transfer').click();
    await offerTo(page, username);
    await accessible(page);

    const theirs = await as(username, `/_integrations/crew/${section}`);
    const offer = panel(theirs, 'Offered to you').getByRole('listitem').filter({hasText: name});
    await offer.getByRole('button', {name: 'Decline'}).waitFor();
    await accessible(theirs);
    await offer.getByRole('button', {name: 'Accept'}).click();
    await theirs.getByRole('heading', {name, level: 1}).waitFor();
    await panel(theirs, 'About').getByText(username).waitFor();
    await theirs.close();
    await administers(false);
  }

  async function accessible(page: Page): Promise<void> {
    expect(await accessibilityViolations(page)).toEqual([]);
  }

  test('an incoming webhook: made, used, its log, a new address, a signature, deleted', async () => {
    const page = await as('ann', '/crew/channels/town-square');
    await page.getByRole('button', {name: 'Crew'}).click();
    await page.getByRole('menuitem', {name: 'Integrations'}).click();
    await page.getByRole('heading', {name: 'Integrations of Crew'}).waitFor();
    await accessible(page);
    await page.getByRole('main').getByRole('link', {name: 'Incoming webhooks'}).click();
    await accessible(page);

    await button(page, 'Add a webhook').click();
    const form = page.getByRole('dialog', {name: 'Add an incoming webhook'});
    await form.getByRole('button', {name: 'Add the webhook'}).click();
    await form.getByText('Give it a name, so that others know what it is for.').waitFor();
    await form.getByText('Choose the channel that it posts to.').waitFor();
    await accessible(page);
    await field(page, 'Name').fill('Builds');
    await field(page, 'Description').fill('Results of the build server');
    await field(page, 'Posts as').fill('Build server');
    await chooseChannel(page, 'Off-Topic');
    await form.getByRole('checkbox', {name: 'Lock to this channel'}).check();
    await form.getByRole('button', {name: 'Add the webhook'}).click();
    // What the server alone refuses stands at its field too.
    await form.getByText('"Build server" cannot be a posting name').waitFor();
    await field(page, 'Posts as').fill('build-server');
    await form.getByRole('button', {name: 'Add the webhook'}).click();

    await page.getByRole('heading', {name: 'Builds', level: 1}).waitFor();
    const url = await panel(page, 'Address').locator('code').innerText();
    expect(url).toMatch(new RegExp(`^${address}/hooks/[a-z0-9]{26}$`));
    await field(page, 'Message').fill('Build **7** is green');
    await button(page, 'Send a test').click();
    await page.getByRole('status').filter({hasText: 'It has arrived.'}).waitFor();
    const log = page.getByRole('list', {name: 'Received'});
    await log.getByRole('listitem').filter({hasText: '200'}).waitFor();
    await accessible(page);

    // A program is refused what the lock forbids, and the log says so.
    const elsewhere = JSON.stringify({text: 'hello', channel: 'town-square'});
    expect((await fetch(url, {method: 'POST', body: elsewhere})).status).toBe(403);
    await panel(page, 'Received').getByRole('button', {name: 'Refresh'}).click();
    await log.getByRole('listitem').filter({hasText: '403'}).waitFor();

    await button(page, 'New address').click();
    await page.getByRole('radio', {name: 'It goes on for an hour'}).check();
    await button(page, 'Make a new address').click();
    await expect.poll(() => panel(page, 'Address').locator('code').innerText()).not.toBe(url);
    expect((await fetch(url, {method: 'POST', body: '{"text": "the old address"}'})).status).toBe(200);

    await button(page, 'Sign requests').click();
    const secret = page.getByRole('dialog', {name: 'The signing secret'});
    expect(await secret.locator('code').innerText()).toHaveLength(52);
    await secret.getByRole('button', {name: 'I have copied it'}).click();
    await page.getByText('this page, which does not know the secret, cannot send one.').waitFor();
    expect((await fetch(url, {method: 'POST', body: '{"text": "unsigned"}'})).status).toBe(401);

    await button(page, 'Edit').click();
    await field(page, 'Name').fill('Builds of main');
    await button(page, 'Save').click();
    await page.getByRole('heading', {name: 'Builds of main', level: 1}).waitFor();
    await transferTo(page, 'bob', 'incoming_webhooks', 'Builds of main');
    await button(page, 'All incoming webhooks').click();
    await page.getByRole('link', {name: 'Builds of main'}).click();
    // The webhook is bob's now: ann manages it, and cannot post with it.
    await panel(page, 'Address')
      .getByText('Only the owner and system administrators can see the URL of this webhook.')
      .waitFor();
    for (const name of ['New address', 'Send a test', 'New secret', 'Stop signing']) {
      expect(await button(page, name).count(), name).toBe(0);
    }
    expect(await page.getByRole('main').innerText()).not.toContain('/hooks/');
    await panel(page, 'Received').waitFor();
    await accessible(page);
    await deleteShown(page, 'incoming webhook');
    expect((await fetch(url, {method: 'POST', body: '{"text": "gone"}'})).status).toBe(400);

    await page.goto(`${address}/crew/channels/off-topic`);
    const post = page.getByRole('article').filter({hasText: 'Build 7 is green'});
    await post.getByText('build-server', {exact: true}).waitFor();
    await accessible(page);
  });

  test('an outgoing webhook: made, set off, its log, sent again, a new token, deleted', async () => {
    integration.answer = json({text: 'Build 8 has begun.'});
    const page = await as('ann', '/_integrations/crew/outgoing_webhooks');
    await button(page, 'Add a webhook').click();
    const form = page.getByRole('dialog', {name: 'Add an outgoing webhook'});
    await field(page, 'Name').fill('Builder');
    await field(page, 'Addresses to call').fill('builder.example.com');
    await form.getByRole('button', {name: 'Add the webhook'}).click();
    await form.getByText('Name a word, or choose a channel, or both.').waitFor();
    await form.getByText('does not begin with http:// or https://').waitFor();
    await accessible(page);
    await field(page, 'Trigger words').fill('build, make');
    await field(page, 'Addresses to call').fill(`${integration.url}/build`);
    await form.getByRole('button', {name: 'Add the webhook'}).click();

    await page.getByRole('heading', {name: 'Builder', level: 1}).waitFor();
    await chooseChannel(page, 'Town Square');
    await button(page, 'Send a test').click();
    const entry = page.getByRole('list', {name: 'Sent'}).getByRole('listitem');
    await expect.poll(() => integration.received.filter(({url}) => url === '/build').length).toBe(1);
    await panel(page, 'Sent').getByRole('button', {name: 'Refresh'}).click();
    await entry.filter({hasText: 'DELIVERED'}).waitFor();
    await accessible(page);
    await entry.getByRole('button', {name: 'Send again'}).click();
    await expect.poll(() => integration.received.filter(({url}) => url === '/build').length).toBe(2);

    await crew.channel('engine-room', [crew.ann, crew.bob], 'P');
    await button(page, 'Edit').click();
    const change = page.getByRole('dialog', {name: 'Edit the outgoing webhook'});
    await change.getByRole('combobox', {name: 'Channel'}).click();
    const channels = page.getByRole('combobox', {name: 'Channel'}).and(page.locator('input'));
    await channels.fill('engine');
    await page.getByText('No channel of that name.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', {name: 'It may be a private channel'}).check();
    await chooseChannel(page, 'engine-room', change);
    await button(page, 'Save').click();
    await panel(page, 'About').getByRole('link', {name: '~engine-room'}).waitFor();

    const token = () => panel(page, 'Token').locator('code').innerText();
    const before = await token();
    expect(JSON.parse(integration.received.at(-1)!.body).token).toBe(before);
    await button(page, 'New token').click();
    await button(page, 'Make a new token').click();
    await expect.poll(token).not.toBe(before);

    await transferTo(page, 'bob', 'outgoing_webhooks', 'Builder');
    await deleteShown(page, 'outgoing webhook');
    await page.goto(`${address}/crew/channels/town-square`);
    await page.getByRole('article').filter({hasText: 'Build 8 has begun.'}).first().waitFor();
  });

  test('a slash command: made, given, refused words, deleted', async () => {
    integration.answer = json({text: 'Deploying **web** …'});
    const page = await as('ann', '/_integrations/crew/commands');
    await button(page, 'Add a command').click();
    const form = page.getByRole('dialog', {name: 'Add a slash command'});
    await field(page, 'Word').fill('de ploy');
    await field(page, 'Address to call').fill('deploy');
    await form.getByRole('button', {name: 'Add the command'}).click();
    await form.getByText('A word has 1 to 128 letters').waitFor();
    await form.getByText('Enter an address that begins with http:// or https://.').waitFor();
    // A word of the server's own is refused by the server, at its field.
    await field(page, 'Word').fill('join');
    await field(page, 'Address to call').fill(`${integration.url}/deploy`);
    await field(page, 'What follows the word').fill('[service]');
    await form.getByRole('button', {name: 'Add the command'}).click();
    await expect.poll(() => field(page, 'Word').getAttribute('aria-invalid')).toBe('true');
    await accessible(page);
    await field(page, 'Word').fill('deploy');
    await form.getByRole('button', {name: 'Add the command'}).click();

    await page.getByRole('heading', {name: '/deploy', level: 1}).waitFor();
    await chooseChannel(page, 'Town Square');
    await field(page, 'After /deploy').fill('web');
    await button(page, 'Send a test').click();
    await page.getByText('Your program answered, for you alone:').waitFor();
    await page.getByText('Deploying web …').waitFor();
    expect(integration.received.find(({url}) => url === '/deploy')!.form.get('text')).toBe('web');
    await accessible(page);

    const other = await as('bob', '/crew/channels/town-square');
    await other.getByRole('textbox', {name: 'Write to Town Square'}).pressSequentially('/depl');
    await other.getByRole('option', {name: 'deploy [service]'}).waitFor();

    // Into another team of its owner's, and its address with it.
    const port = {name: 'port', display_name: 'Port', type: 'O'} as const;
    await crew.server.features.teams.create(port, crew.ann.id);
    await page.reload();
    await button(page, 'Move to another team').click();
    await accessible(page);
    await button(page, 'Move the command').click();
    await page.getByText('/deploy is in Port now.').waitFor();
    expect(new URL(page.url()).pathname).toContain('/_integrations/port/commands/');
    await deleteShown(page, 'slash command');
  });

  test('a bot: rules at its fields, an icon, a token that works, permissions, disabled and enabled', async () => {
    const page = await as('admin', '/_integrations/crew/bots');
    await button(page, 'Add a bot').click();
    const form = page.getByRole('dialog', {name: 'Add a bot'});
    await field(page, 'Username').fill('8bit');
    await form.getByRole('button', {name: 'Add the bot'}).click();
    await form.getByText('begins with a letter and has 3 to 22').waitFor();
    await field(page, 'Username').fill('bob');
    await form.getByRole('button', {name: 'Add the bot'}).click();
    await expect.poll(() => field(page, 'Username').getAttribute('aria-invalid')).toBe('true');
    await accessible(page);
    await field(page, 'Username').fill('builder');
    await field(page, 'Display name').fill('Builder');
    await field(page, 'Description').fill('Tells of builds');
    await form.getByLabel('Icon').setInputFiles({
      name: 'bot.png',
      mimeType: 'image/png',
      buffer: await picture(64, 64),
    });
    await form.getByRole('radio', {name: 'every public channel'}).check();
    await form.getByRole('button', {name: 'Add the bot'}).click();

    await page.getByRole('heading', {name: 'Builder', level: 1}).waitFor();
    await page.getByRole('radio', {name: 'every public channel', checked: true}).waitFor();
    await button(page, 'Remove it').waitFor();
    await button(page, 'Make a token').click();
    await button(page, 'Make the token').click();
    const shown = page.getByRole('dialog', {name: 'The token of @builder'});
    const token = await shown.locator('code').first().innerText();
    await accessible(page);
    // The line to try it with is longer than a phone is wide, and the window is not.
    const {width, height} = page.viewportSize()!;
    await page.setViewportSize({width: 390, height: 844});
    await expect.poll(async () => (await shown.boundingBox())!.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({width, height});
    await shown.getByRole('button', {name: 'I have copied it'}).click();
    const bot = crew.server.withToken(token);
    const id = (await bot.get('/users/me')).body.id;
    expect((await crew.server.admin.get(`/users/${id}`)).body.roles).toBe(
      'system_user system_post_all_public',
    );

    await button(page, 'Add it to Crew').click();
    await page.getByText('It is in the team.').waitFor();
    const said = await bot.post('/posts', {channel_id: crew.channelId, message: 'I am built'});
    expect(said.status).toBe(201);
    await accessible(page);

    await button(page, 'What to do with Default token').click();
    await page.getByRole('menuitem', {name: 'Disable'}).click();
    await page.getByRole('list', {name: 'Tokens'}).getByText('DISABLED').waitFor();
    expect((await bot.get('/users/me')).status).toBe(401);
    await button(page, 'What to do with Default token').click();
    await page.getByRole('menuitem', {name: 'Delete'}).click();
    await button(page, 'Delete').click();
    await page.getByText('It has no token').waitFor();

    await button(page, 'Disable the bot').click();
    await button(page, 'Disable').click();
    await button(page, 'Enable the bot').click();
    await button(page, 'Disable the bot').waitFor();
  });

  test('a custom emoji: added, written, deleted', async () => {
    const page = await as('bob', '/crew/emoji');
    await page.getByRole('heading', {name: 'No custom emoji yet'}).waitFor();
    await button(page, 'Add an emoji').click();
    const form = page.getByRole('dialog', {name: 'Add an emoji'});
    await field(page, 'Name').fill('tada');
    await form.getByRole('button', {name: 'Add the emoji'}).click();
    await form.getByText('Choose a picture.').waitFor();
    await form.getByLabel('Picture').setInputFiles({
      name: 'parrot.png',
      mimeType: 'image/png',
      buffer: await picture(200, 200),
    });
    await form.getByRole('button', {name: 'Add the emoji'}).click();
    await form.getByText('is the name of a built-in emoji').waitFor();
    await field(page, 'Name').fill('party_parrot');
    await form.getByRole('button', {name: 'Add the emoji'}).click();
    await page.getByText(':party_parrot:', {exact: true}).waitFor();
    await accessible(page);

    await crew.post(crew.ann, 'What a day :party_parrot:');
    const channel = await as('cat', '/crew/channels/town-square');
    await channel.getByRole('article').getByRole('img', {name: ':party_parrot:'}).waitFor();
    // It is not hers: she is not offered to delete it.
    await channel.goto(`${address}/_integrations/crew/emoji`);
    await channel.getByText(':party_parrot:', {exact: true}).waitFor();
    expect(await channel.getByRole('button', {name: 'Delete :party_parrot:'}).count()).toBe(0);

    await button(page, 'Delete :party_parrot:').click();
    await button(page, 'Delete').click();
    await page.getByRole('heading', {name: 'No custom emoji yet'}).waitFor();
  });

  test('whoever may not is told so, and is not led there', async () => {
    const page = await as('bob', '/crew/channels/town-square');
    await page.getByRole('button', {name: 'Crew'}).click();
    await page.getByRole('menuitem', {name: 'Custom emoji'}).waitFor();
    expect(await page.getByRole('menuitem', {name: 'Integrations'}).count()).toBe(0);
    await page.goto(`${address}/crew/integrations/incoming_webhooks`);
    await page.getByRole('heading', {name: 'You may not manage incoming webhooks here'}).waitFor();
    await accessible(page);
    await crew.server.platform.config.patch({ServiceSettings: {EnableIncomingWebhooks: false}});
    const anns = await as('ann', '/_integrations/crew/incoming_webhooks');
    await anns.getByRole('heading', {name: 'Incoming webhooks are switched off on this server'}).waitFor();
    await crew.server.platform.config.patch({ServiceSettings: {EnableIncomingWebhooks: true}});
    // The page hears of it by itself.
    await button(anns, 'Add a webhook').waitFor();
  });

  test('pictures of other sites have their places before they have come', async () => {
    const site = await openPictureSite();
    site.pictures['/graph.png'] = await picture(500, 250);
    site.pictures['/photo.png'] = await picture(800, 400);
    const graph = `${site.address}/graph.png`;
    await crew.post(crew.bob, `![graph](${graph})`, {
      props: {attachments: [{image_url: `${site.address}/photo.png`, title: 'A photo'}]},
    });
    const page = await windows.openAs(address, 'ann', '/crew/channels/off-topic');
    const released = Promise.withResolvers<void>();
    await page.route(/\/api\/v4\/image/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByRole('link', {name: 'Town Square'}).click();
    const images = ['graph', 'A photo'].map((name) => page.getByRole('img', {name, exact: true}));
    const sizes = () =>
      Promise.all(
        images.map(async (image) => {
          const {width, height} = (await image.boundingBox())!;
          return [Math.round(width), Math.round(height)];
        }),
      );
    const naturalWidth = (image: unknown) => (image as {naturalWidth: number}).naturalWidth;
    const places = [
      [500, 250],
      [400, 200],
    ];
    await expect.poll(sizes).toEqual(places);
    released.resolve();
    for (const image of images) {
      await expect.poll(() => image.evaluate(naturalWidth)).toBeGreaterThan(0);
    }
    expect(await sizes()).toEqual(places);
    await site.close();
  });
});
