import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows, visit} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';
import {openPictureSite} from '../support/picture-site.ts';
import {picture} from '../support/pictures.ts';

describeInBrowser('integrations on the page', () => {
  let crew: Crew;
  let address: string;
  let integration: Integration;
  const windows = testWindows('shell', {reuse: true});

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

  /** Deletes the integration on the page, and waits for the empty list. */
  async function deleteShown(page: Page, label: string, emptyTitle: string): Promise<void> {
    await button(page, label).click();
    await button(page, 'Delete').click();
    await page.getByRole('heading', {name: emptyTitle}).waitFor();
  }

  /** Offers the webhook on the page to another member of the team. */
  async function offerTo(page: Page, username: string): Promise<void> {
    await button(page, 'Transfer ownership').click();
    await page.getByRole('combobox', {name: 'New owner'}).fill(username);
    await page.getByRole('option', {name: username}).click();
    await accessible(page);
    await button(page, 'Transfer').click();
    await panel(page, 'Owner').getByText(`Offered to ${username}`).waitFor();
  }

  /** Cancels an offer of a webhook, offers it again, and accepts it as the new owner. */
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

  test('an incoming webhook is created, used, logged, transferred, gets a new URL and a signature, and is deleted', async () => {
    const page = await as('ann', '/crew/channels/town-square');
    await page.getByRole('button', {name: 'Crew'}).click();
    await page.getByRole('menuitem', {name: 'Integrations'}).click();
    await page.getByRole('heading', {name: 'Integrations in Crew'}).waitFor();
    await accessible(page);
    await page.getByRole('main').getByRole('link', {name: 'Incoming webhooks'}).click();
    await accessible(page);

    await button(page, 'Create webhook').click();
    const form = page.getByRole('dialog', {name: 'Create incoming webhook'});
    await form.getByRole('button', {name: 'Create webhook'}).click();
    await form.getByText('Enter a name.').waitFor();
    await form.getByText('Choose a channel.').waitFor();
    await accessible(page);
    await field(page, 'Name').fill('Builds');
    await field(page, 'Description').fill('Results of the build server');
    await field(page, 'Username').fill('Build server');
    await chooseChannel(page, 'Off-Topic');
    await form.getByRole('checkbox', {name: 'Lock to this channel'}).check();
    await form.getByRole('button', {name: 'Create webhook'}).click();
    // An error that only the server detects is also shown at its field.
    await form.getByText('"Build server" is not a valid username for posts').waitFor();
    await field(page, 'Username').fill('build-server');
    await form.getByRole('button', {name: 'Create webhook'}).click();

    await page.getByRole('heading', {name: 'Builds', level: 1}).waitFor();
    const url = await panel(page, 'URL').locator('code').innerText();
    expect(url).toMatch(new RegExp(`^${address}/hooks/[a-z0-9]{26}$`));
    await field(page, 'Message').fill('Build **7** is green');
    await button(page, 'Send test').click();
    await page.getByRole('status').filter({hasText: 'Message posted.'}).waitFor();
    const log = page.getByRole('list', {name: 'Recent requests'});
    await log.getByRole('listitem').filter({hasText: '200'}).waitFor();
    await accessible(page);

    // The lock rejects a request for another channel, and the log shows it.
    const elsewhere = JSON.stringify({text: 'hello', channel: 'town-square'});
    expect((await fetch(url, {method: 'POST', body: elsewhere})).status).toBe(403);
    await panel(page, 'Recent requests').getByRole('button', {name: 'Refresh'}).click();
    await log.getByRole('listitem').filter({hasText: '403'}).waitFor();

    await button(page, 'Regenerate URL').click();
    const regenerate = page.getByRole('dialog', {name: 'Regenerate URL'});
    await regenerate.getByRole('radio', {name: 'Works for another hour'}).check();
    await regenerate.getByRole('button', {name: 'Regenerate URL'}).click();
    await expect.poll(() => panel(page, 'URL').locator('code').innerText()).not.toBe(url);
    expect((await fetch(url, {method: 'POST', body: '{"text": "the old URL"}'})).status).toBe(200);

    await button(page, 'Turn on signing').click();
    const secret = page.getByRole('dialog', {name: 'Signing secret'});
    expect(await secret.locator('code').innerText()).toHaveLength(52);
    await secret.getByRole('button', {name: 'Done'}).click();
    await page.getByText("This page doesn't know the secret, so it can't send one.").waitFor();
    expect((await fetch(url, {method: 'POST', body: '{"text": "unsigned"}'})).status).toBe(401);

    await button(page, 'Edit').click();
    await field(page, 'Name').fill('Builds of main');
    await button(page, 'Save').click();
    await page.getByRole('heading', {name: 'Builds of main', level: 1}).waitFor();
    await transferTo(page, 'bob', 'incoming_webhooks', 'Builds of main');
    await button(page, 'All incoming webhooks').click();
    await page.getByRole('link', {name: 'Builds of main'}).click();
    // Bob owns the webhook now: ann can manage it, but can't post with it.
    await panel(page, 'URL')
      .getByText('Only the owner and system administrators can see the URL of this webhook.')
      .waitFor();
    for (const name of ['Regenerate URL', 'Send test', 'Regenerate secret', 'Turn off signing']) {
      expect(await button(page, name).count(), name).toBe(0);
    }
    expect(await page.getByRole('main').innerText()).not.toContain('/hooks/');
    await panel(page, 'Recent requests').waitFor();
    await accessible(page);
    await deleteShown(page, 'Delete webhook', 'No incoming webhooks yet');
    expect((await fetch(url, {method: 'POST', body: '{"text": "gone"}'})).status).toBe(400);

    await page.goto(`${address}/crew/channels/off-topic`);
    const post = page.getByRole('article').filter({hasText: 'Build 7 is green'});
    await post.getByText('build-server', {exact: true}).waitFor();
    await accessible(page);
  });

  test('an outgoing webhook is created, triggered, logged, redelivered, gets a new token, and is deleted', async () => {
    integration.answer = json({text: 'Build 8 has begun.'});
    const page = await as('ann', '/_integrations/crew/outgoing_webhooks');
    await button(page, 'Create webhook').click();
    const form = page.getByRole('dialog', {name: 'Create outgoing webhook'});
    await field(page, 'Name').fill('Builder');
    await field(page, 'Callback URLs').fill('builder.example.com');
    await form.getByRole('button', {name: 'Create webhook'}).click();
    await form.getByText('Enter a trigger word, choose a channel, or do both.').waitFor();
    await form.getByText('“builder.example.com” must start with http:// or https://.').waitFor();
    await accessible(page);
    await field(page, 'Trigger words').fill('build, make');
    await field(page, 'Callback URLs').fill(`${integration.url}/build`);
    await form.getByRole('button', {name: 'Create webhook'}).click();

    await page.getByRole('heading', {name: 'Builder', level: 1}).waitFor();
    await chooseChannel(page, 'Town Square');
    await button(page, 'Send test').click();
    const entry = page.getByRole('list', {name: 'Recent deliveries'}).getByRole('listitem');
    await expect.poll(() => integration.received.filter(({url}) => url === '/build').length).toBe(1);
    await panel(page, 'Recent deliveries').getByRole('button', {name: 'Refresh'}).click();
    await entry.filter({hasText: 'DELIVERED'}).waitFor();
    await accessible(page);
    await entry.getByRole('button', {name: 'Redeliver'}).click();
    await expect.poll(() => integration.received.filter(({url}) => url === '/build').length).toBe(2);

    await crew.channel('engine-room', [crew.ann, crew.bob], 'P');
    await button(page, 'Edit').click();
    const change = page.getByRole('dialog', {name: 'Edit outgoing webhook'});
    await change.getByRole('combobox', {name: 'Channel'}).click();
    const channels = page.getByRole('combobox', {name: 'Channel'}).and(page.locator('input'));
    await channels.fill('engine');
    await page.getByText('No channels found.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', {name: 'Allow a private channel'}).check();
    await chooseChannel(page, 'engine-room', change);
    await button(page, 'Save').click();
    await panel(page, 'About').getByRole('link', {name: '~engine-room'}).waitFor();

    const token = () => panel(page, 'Token').locator('code').innerText();
    const before = await token();
    expect(JSON.parse(integration.received.at(-1)!.body).token).toBe(before);
    await button(page, 'Regenerate token').click();
    await button(page, 'Regenerate').click();
    await expect.poll(token).not.toBe(before);

    await transferTo(page, 'bob', 'outgoing_webhooks', 'Builder');
    await deleteShown(page, 'Delete webhook', 'No outgoing webhooks yet');
    await page.goto(`${address}/crew/channels/town-square`);
    await page.getByRole('article').filter({hasText: 'Build 8 has begun.'}).first().waitFor();
  });

  test('a slash command is created, run and deleted, and invalid trigger words are rejected', async () => {
    integration.answer = json({text: 'Deploying **web** …'});
    const page = await as('ann', '/_integrations/crew/commands');
    await button(page, 'Create command').click();
    const form = page.getByRole('dialog', {name: 'Create slash command'});
    await field(page, 'Trigger word').fill('de ploy');
    await field(page, 'Request URL').fill('deploy');
    await form.getByRole('button', {name: 'Create command'}).click();
    await form.getByText('Use 1 to 128 letters').waitFor();
    await form.getByText('Enter a URL that starts with http:// or https://.').waitFor();
    // The server rejects the trigger word of a built-in command, with the error at its field.
    await field(page, 'Trigger word').fill('join');
    await field(page, 'Request URL').fill(`${integration.url}/deploy`);
    await field(page, 'Autocomplete hint').fill('[service]');
    await form.getByRole('button', {name: 'Create command'}).click();
    await expect.poll(() => field(page, 'Trigger word').getAttribute('aria-invalid')).toBe('true');
    await accessible(page);
    await field(page, 'Trigger word').fill('deploy');
    await form.getByRole('button', {name: 'Create command'}).click();

    await page.getByRole('heading', {name: '/deploy', level: 1}).waitFor();
    await chooseChannel(page, 'Town Square');
    await field(page, 'Text after /deploy').fill('web');
    await button(page, 'Send test').click();
    await page.getByText('Your program responded. Only you can see this:').waitFor();
    await page.getByText('Deploying web …').waitFor();
    expect(integration.received.find(({url}) => url === '/deploy')!.form.get('text')).toBe('web');
    await accessible(page);

    const other = await as('bob', '/crew/channels/town-square');
    await other.getByRole('textbox', {name: 'Write to Town Square'}).pressSequentially('/depl');
    await other.getByRole('option', {name: 'deploy [service]'}).waitFor();

    // It moves to another team of its owner, and the page is redirected there.
    const port = {name: 'port', display_name: 'Port', type: 'O'} as const;
    await crew.server.features.teams.create(port, crew.ann.id);
    await page.reload();
    await button(page, 'Move to another team').click();
    await accessible(page);
    await button(page, 'Move command').click();
    await page.getByText('Moved /deploy to Port.').waitFor();
    expect(new URL(page.url()).pathname).toContain('/_integrations/port/commands/');
    await deleteShown(page, 'Delete command', 'No slash commands yet');
  });

  test('a bot has rules at its fields, an icon, a token that works, and permissions, and is disabled and enabled', async () => {
    const page = await as('admin', '/_integrations/crew/bots');
    await button(page, 'Create bot').click();
    const form = page.getByRole('dialog', {name: 'Create bot'});
    await field(page, 'Username').fill('8bit');
    await form.getByRole('button', {name: 'Create bot'}).click();
    await form.getByText('A username has 3 to 22 characters').waitFor();
    await field(page, 'Username').fill('bob');
    await form.getByRole('button', {name: 'Create bot'}).click();
    await expect.poll(() => field(page, 'Username').getAttribute('aria-invalid')).toBe('true');
    await accessible(page);
    await field(page, 'Username').fill('Build Bot');
    await form.getByRole('button', {name: 'Use build-bot'}).click();
    expect(await field(page, 'Username').inputValue()).toBe('build-bot');
    expect(await field(page, 'Display name').inputValue()).toBe('Build Bot');
    await field(page, 'Username').fill('builder');
    await field(page, 'Display name').fill('Builder');
    await field(page, 'Description').fill('Reports build results');
    await form.getByLabel('Icon').setInputFiles({
      name: 'bot.png',
      mimeType: 'image/png',
      buffer: await picture(64, 64),
    });
    await form.getByRole('radio', {name: 'All public channels'}).check();
    await form.getByRole('button', {name: 'Create bot'}).click();

    const shown = page.getByRole('dialog', {name: 'Token for @builder', exact: true});
    const token = await shown.locator('code').first().innerText();
    await accessible(page);
    // The command is wider than a phone, but the dialog is not.
    const {width, height} = page.viewportSize()!;
    await page.setViewportSize({width: 390, height: 844});
    await expect.poll(async () => (await shown.boundingBox())!.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({width, height});
    await shown.getByRole('button', {name: 'Done'}).click();
    await page.getByRole('heading', {name: 'Builder', level: 1}).waitFor();
    await page.getByRole('radio', {name: 'All public channels', checked: true}).waitFor();
    await button(page, 'Remove icon').waitFor();
    const bot = crew.server.withToken(token);
    const id = (await bot.get('/users/me')).body.id;
    expect((await crew.server.admin.get(`/users/${id}`)).body.roles).toBe(
      'system_user system_post_all_public',
    );

    await page.getByText('The bot is a member of Crew.').waitFor();
    const said = await bot.post('/posts', {channel_id: crew.channelId, message: 'I am built'});
    expect(said.status).toBe(201);
    await crew.server.admin.delete(`/teams/${crew.teamId}/members/${id}`);
    await page.reload();
    await button(page, 'Add to Crew').click();
    await page.getByText('The bot is a member of Crew.').waitFor();
    await accessible(page);

    await button(page, 'More actions for Default token').click();
    await page.getByRole('menuitem', {name: 'Disable'}).click();
    await page.getByRole('list', {name: 'Access tokens'}).getByText('DISABLED').waitFor();
    expect((await bot.get('/users/me')).status).toBe(401);
    await button(page, 'More actions for Default token').click();
    await page.getByRole('menuitem', {name: 'Revoke'}).click();
    await button(page, 'Revoke').click();
    await page.getByText('No tokens yet.').waitFor();
    await button(page, 'Create token').click();
    const creation = page.getByRole('dialog', {name: 'Create token for @builder'});
    await creation.getByRole('button', {name: 'Create token'}).click();
    await shown.getByRole('button', {name: 'Done'}).click();

    await button(page, 'Disable bot').click();
    await button(page, 'Disable').click();
    await button(page, 'Enable bot').click();
    await button(page, 'Disable bot').waitFor();
  });

  test('a custom emoji is added, used and deleted', async () => {
    const page = await as('bob', '/crew/channels/town-square');
    await button(page, 'Insert emoji').click();
    // The person may be writing here.
    const opened = page.waitForEvent('popup');
    await page.getByRole('dialog', {name: 'Emoji'}).getByRole('link', {name: 'Add emoji'}).click();
    const tab = await opened;
    await tab.getByRole('heading', {name: 'No custom emoji yet'}).waitFor();
    await page.goto(tab.url());
    await tab.close();
    await page.getByRole('heading', {name: 'No custom emoji yet'}).waitFor();
    await button(page, 'Add emoji').click();
    const form = page.getByRole('dialog', {name: 'Add emoji'});
    await field(page, 'Name').fill('tada');
    await form.getByRole('button', {name: 'Add emoji'}).click();
    await form.getByText('Choose an image.').waitFor();
    await form.getByLabel('Image').setInputFiles({
      name: 'parrot.png',
      mimeType: 'image/png',
      buffer: await picture(200, 200),
    });
    await form.getByRole('button', {name: 'Add emoji'}).click();
    await form.getByText('is the name of a built-in emoji').waitFor();
    await field(page, 'Name').fill('party_parrot');
    await form.getByRole('button', {name: 'Add emoji'}).click();
    await page.getByText(':party_parrot:', {exact: true}).waitFor();
    await accessible(page);

    await crew.post(crew.ann, 'What a day :party_parrot:');
    const channel = await as('cat', '/crew/channels/town-square');
    await channel.getByRole('article').getByRole('img', {name: ':party_parrot:'}).waitFor();
    // Someone else added it, so she has no button to delete it.
    await channel.goto(`${address}/_integrations/crew/emoji`);
    await channel.getByText(':party_parrot:', {exact: true}).waitFor();
    expect(await channel.getByRole('button', {name: 'Delete :party_parrot:'}).count()).toBe(0);

    await button(page, 'Delete :party_parrot:').click();
    await button(page, 'Delete').click();
    await page.getByRole('heading', {name: 'No custom emoji yet'}).waitFor();
  });

  test('people without permission see the reason, and no link', async () => {
    const page = await as('bob', '/crew/channels/town-square');
    await page.getByRole('button', {name: 'Crew'}).click();
    await page.getByRole('menuitem', {name: 'Custom emoji'}).waitFor();
    expect(await page.getByRole('menuitem', {name: 'Integrations'}).count()).toBe(0);
    await page.goto(`${address}/crew/integrations/incoming_webhooks`);
    await page.getByRole('heading', {name: "You can't manage incoming webhooks here"}).waitFor();
    await accessible(page);
    await crew.server.platform.config.patch({ServiceSettings: {EnableIncomingWebhooks: false}});
    const anns = await as('ann', '/_integrations/crew/incoming_webhooks');
    await anns.getByRole('heading', {name: 'Incoming webhooks are turned off'}).waitFor();
    await crew.server.platform.config.patch({ServiceSettings: {EnableIncomingWebhooks: true}});
    // The page updates without a reload.
    await button(anns, 'Create webhook').waitFor();
  });

  test.each([
    ['incoming_webhooks', 'All incoming webhooks'],
    ['outgoing_webhooks', 'All outgoing webhooks'],
    ['commands', 'All slash commands'],
    ['bots', 'All bots'],
  ])('an unknown id in the address of %s shows that the page does not exist', async (section, back) => {
    const page = await as('admin', `/_integrations/crew/${section}/${'y'.repeat(26)}`);
    const missing = page.getByRole('heading', {name: 'Page not found'});
    await missing.waitFor();
    await accessible(page);
    await visit(page, `/_integrations/crew/${section}/invalid`);
    await missing.waitFor();
    await button(page, back).click();
    await page.waitForURL(`${address}/_integrations/crew/${section}`);
  });

  test('images of other sites have reserved space before they load', async () => {
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
