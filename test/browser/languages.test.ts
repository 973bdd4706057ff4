import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  chooseOption,
  describeInBrowser,
  testWindows,
  visit,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {layoutFaults, pseudo, showPseudoLanguage} from '../support/pseudo-language.ts';
import {TEST_PASSWORD} from '../support/test-server.ts';

/** One page of each kind. */
const PAGES = [
  '/crew/channels/town-square',
  '/crew/channels/town-square?panel=saved',
  '/crew/channels/town-square?panel=info',
  '/crew/channels/town-square?panel=members',
  '/crew/channels/town-square?search=report',
  '/crew/threads',
  '/crew/drafts',
  '/crew/scheduled_posts',
  '/_teams',
  '/_start',
  '/_share',
  '/_settings/profile',
  '/_settings/security',
  '/_settings/notifications',
  '/_settings/display',
  '/_settings/messages',
  '/_settings/sidebar',
  '/_integrations/crew',
  '/_integrations/crew/incoming_webhooks',
  '/_integrations/crew/outgoing_webhooks',
  '/_integrations/crew/commands',
  '/_integrations/crew/bots',
  '/_integrations/crew/emoji',
  '/_admin/overview',
  '/_admin/users',
  '/_admin/post-report',
  '/_admin/teams',
  '/_admin/attributes',
  '/_admin/invitations',
  '/_admin/channels',
  '/_admin/import',
  '/_admin/compliance',
  '/_admin/exports',
  '/_admin/retention',
  '/_admin/export',
  '/_admin/nodes',
  '/_admin/terms',
  '/_admin/all-integrations',
  '/_admin/secret-keys',
  '/_admin/push',
  '/_admin/groups',
  '/_admin/roles/channel_user',
  '/_admin/settings',
  '/_admin/jobs',
  '/_admin/audits',
  '/_admin/health',
  '/_admin/backups',
];

/** Creates one object of each kind, so that pages have something to show. Their names are in `NAMES`. */
async function fillWorld({server: {admin}, bob, teamId, channelId, channel, post}: Crew): Promise<void> {
  const done = async (answer: Promise<{status: number; body: unknown}>) => {
    const {status, body} = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    // biome-ignore lint/suspicious/noExplicitAny: each body has its own type.
    return body as any;
  };
  await done(admin.post(`/teams/${teamId}/members`, {team_id: teamId, user_id: admin.id}));
  await channel('design', [admin], 'P');
  await done(admin.post('/commands/execute', {channel_id: channelId, command: '/poll "Hello?" "Ada" "Bob"'}));
  const link = {display_name: 'Handbook', link_url: 'https://example.com', type: 'link'};
  await done(admin.post(`/channels/${channelId}/bookmarks`, link));
  const {id} = await post(bob, 'Hello');
  await done(
    admin.put('/users/me/preferences', [
      {user_id: admin.id, category: 'flagged_post', name: id, value: 'true'},
    ]),
  );
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  await done(admin.post(`/users/${admin.id}/posts/${id}/reminder`, {target_time: inAnHour}));
  await done(
    admin.post('/posts/schedule', {channel_id: channelId, message: 'Hello', scheduled_at: inAnHour * 1000}),
  );
  await done(
    admin.post('/drafts', {channel_id: channelId, user_id: admin.id, message: 'Hello', root_id: ''}),
  );
  await done(
    admin.post('/custom_profile_attributes/fields', {
      name: 'Handbook',
      type: 'text',
      attrs: {visibility: 'always'},
    }),
  );
  const policy = {display_name: 'Handbook', post_duration: 30, team_ids: [teamId], channel_ids: []};
  await done(admin.post('/data_retention/policies', policy));
  const file = await done(
    bob.post(`/files?channel_id=${channelId}&filename=report.txt`, Buffer.from('Hello')),
  );
  await post(bob, 'Hello', {file_ids: [file.file_infos[0].id]});
}

describeInBrowser('languages of the page', () => {
  const windows = testWindows();
  let crew: Crew;
  let address: string;
  beforeAll(async () => {
    crew = await createCrew();
    await crew.post(crew.bob, 'Hello **Ann**');
    await fillWorld(crew);
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const htmlOf = (page: Page) => page.locator('html');
  const loaded = async (page: Page) => {
    await page.locator('h1, h2, article').filter({visible: true}).first().waitFor();
    await expect.poll(() => page.locator('[data-loading]').count()).toBe(0);
    // A poll is in English until the code that translates it is loaded.
    await page.getByText('End poll', {exact: true}).waitFor({state: 'detached'});
  };

  test('can be chosen in the settings and are kept at the next sign-in', async () => {
    const page = await windows.openAs(address, 'ann', '/_settings/display');
    await chooseOption(page, 'Language', 'Deutsch');
    await page.getByRole('heading', {name: 'Sprache'}).waitFor();
    expect(await htmlOf(page).getAttribute('lang')).toBe('de');
    await expect.poll(async () => (await crew.ann.get('/users/me')).body.locale).toBe('de');

    await page.getByRole('button', {name: /ann$/}).first().click();
    await page.getByRole('menuitem', {name: 'Abmelden'}).click();
    // Before signing in, the page is in the server's language, or in the language that was chosen there.
    await page.getByRole('heading', {name: 'Sign in to Patchbay'}).waitFor();
    await chooseOption(page, 'Language', 'Français');
    await expect.poll(() => htmlOf(page).getAttribute('lang')).toBe('fr');
    await page.reload();
    await page.locator('html[lang=fr]').waitFor();
    await page.locator('input[autocomplete=username]').fill('ann');
    await page.locator('input[type=password]').fill('a wrong password');
    await page.locator('button[type=submit]').click();
    await page.getByText('e-mail, le nom d’utilisateur ou le mot de passe').waitFor();
    await page.locator('input[type=password]').fill(TEST_PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.locator('html[lang=de]').waitFor();

    // The first page after signing in.
    const box = page.getByRole('textbox', {name: 'An Town Square schreiben'});
    await box.pressSequentially('Ein :kaff');
    await page.getByRole('option').first().waitFor();
    await box.press('Enter');
    await expect.poll(() => box.inputValue()).toBe('Ein :coffee: ');
    await page.getByRole('button', {name: 'Emoji'}).first().click();
    await page.getByRole('dialog').getByRole('searchbox').fill('käse');
    await page.getByRole('button', {name: ':cheese_wedge:'}).waitFor();
    await crew.ann.put('/users/me/patch', {locale: 'en'});
  });

  test('can be chosen as soon as the server allows them', async () => {
    // Not a page of the client, so that the only socket is the one of the page below.
    const open = await windows.openAs(address, 'ann', '/api/v4/system/ping');
    // The first frame can arrive before a promise for the socket resolves.
    const connected = new Promise<void>((resolve) =>
      open.once('websocket', (socket) => socket.once('framereceived', () => resolve())),
    );
    await open.goto(`${address}/_settings/display`);
    await connected;
    await open.locator('html[lang=en]').waitFor();
    await crew.server.platform.config.patch({
      LocalizationSettings: {AvailableLocales: 'de,ja', DefaultClientLocale: 'ja'},
    });
    await open.locator('html[lang=ja]').waitFor();
    const page = await windows.openSignedOut(address);
    await page.locator('html[lang=ja]').waitFor();
    await page.getByRole('combobox').click();
    await page.getByRole('listbox').waitFor();
    const names = await page.getByRole('option').allTextContents();
    expect(names).toEqual(['Deutsch', '日本語']);
    await crew.server.platform.config.patch({
      LocalizationSettings: {AvailableLocales: '', DefaultClientLocale: 'en'},
    });
    await open.locator('html[lang=en]').waitFor();
  });

  test('include the texts of settings and roles, and people find settings in them or in English', async () => {
    const {admin} = crew.server;
    await admin.put('/users/me/patch', {locale: 'de'});
    const page = await windows.openAs(address, 'admin', '/_admin/settings');
    await page.getByText('Benutzer können Personen per E-Mail einladen').waitFor();
    const find = page.getByRole('searchbox', {name: 'Einstellung suchen', exact: true});
    for (const term of ['Anmeldeversuche Anzahl', 'maximum sign-in attempts']) {
      await find.fill(term);
      await page.getByRole('textbox', {name: 'Maximale Anzahl der Anmeldeversuche'}).waitFor();
      await page.getByText('Standard: 10. Erlaubt: eine ganze Zahl, mindestens 1.').waitFor();
      await find.fill('');
    }
    await visit(page, '/_admin/roles/channel_user');
    await page.getByText('Berechtigungen aller Kanalmitglieder.').waitFor();
    await admin.put('/users/me/patch', {locale: 'en'});
  });

  test('of errors contain the values of the message', async () => {
    await crew.ann.put('/users/me/patch', {locale: 'de'});
    const page = await windows.openAs(address, 'ann', '/_settings/profile');
    const username = page.getByRole('textbox', {name: 'Benutzername'});
    await username.fill('bob');
    await username.press('Enter');
    // Names are isolated, because of languages with another direction.
    await page.getByText(/^Der Benutzername „\u2068?bob\u2069?“ ist bereits vergeben\.$/).waitFor();
    // Errors of a field that people can cause, which all have the same id.
    await username.fill('ann');
    await page.getByRole('textbox', {name: 'E-Mail'}).fill('ann@new.example.com');
    await page.getByLabel('Aktuelles Passwort').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Das aktuelle Passwort ist falsch.').waitFor();
    await crew.ann.put('/users/me/patch', {locale: 'en'});
  });

  test('include names of sections of the System Console, and warnings with their values', async () => {
    const {admin} = crew.server;
    await admin.put('/users/me/patch', {locale: 'de'});
    const page = await windows.openAs(address, 'admin', '/_admin/roles/system_manager');
    await page.getByRole('switch', {name: 'Benutzerverwaltung: Teams'}).first().waitFor();
    await page.route('**/api/v4/cluster/nodes', async (route) => {
      const response = await route.fetch();
      const [node] = (await response.json()) as object[];
      const warnings = ['The clock is 3.5 seconds behind that of the database. Synchronize both with NTP.'];
      await route.fulfill({response, json: [{...node, warnings}]});
    });
    await visit(page, '/_admin/nodes');
    await page.getByText('Die Uhr geht gegenüber der Uhr der Datenbank 3.5 Sekunden nach.').waitFor();
    await page.route('**/api/v4/config/status', async (route) => {
      const response = await route.fetch();
      const problems = [
        'TeamSettings.MaxUsersPerTeam (database, version 2): 0 is not allowed. It must be a whole number, at least 1.',
        'TeamSettings.Past (database, version 2): there is no such setting. See docs/configuration.md.',
      ];
      await route.fulfill({response, json: {...((await response.json()) as object), problems}});
    });
    await visit(page, '/_admin/settings');
    await page.getByText('0 ist nicht erlaubt. Erlaubt ist: eine ganze Zahl, mindestens 1.').waitFor();
    await page.getByText(/^Diese Einstellung gibt es nicht\.$/).waitFor();
    await admin.put('/users/me/patch', {locale: 'en'});
  });

  test('are right-to-left in Arabic, and accessible', async () => {
    await crew.ann.put('/users/me/patch', {locale: 'ar'});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await page.locator('html[dir=rtl][lang=ar]').waitFor();
    const check = async (place: string) => {
      await loaded(page);
      expect(await accessibilityViolations(page), place).toEqual([]);
      expect(await page.evaluate('document.scrollingElement.scrollWidth <= innerWidth'), place).toBe(true);
    };
    await check('a channel');
    await page
      .getByRole('button', {name: /report\.txt/})
      .first()
      .click();
    await page.getByRole('dialog', {name: 'report.txt'}).waitFor();
    await check('a file');
    await crew.ann.put('/users/me/patch', {locale: 'en'});

    await crew.server.admin.put('/users/me/patch', {locale: 'ar'});
    const admins = await windows.openAs(address, 'admin', '/_admin/retention');
    await admins.locator('html[dir=rtl][lang=ar]').waitFor();
    await loaded(admins);
    expect(await accessibilityViolations(admins), 'retention').toEqual([]);
    await visit(admins, '/_admin/users');
    const edges = await admins
      .getByRole('rowheader')
      .filter({hasText: 'ann@example.com'})
      .evaluate((cell) =>
        ['a', 'bdi bdi:not(a > *)'].map((part) => cell.querySelector(part)!.getBoundingClientRect().right),
      );
    expect(edges[0], 'the name and the email address of a user start at the same edge').toBe(edges[1]);
    await visit(admins, '/crew/channels/town-square?panel=saved');
    await loaded(admins);
    await admins.getByRole('button', {name: 'Crew'}).click();
    await admins.getByRole('menuitem', {name: 'دعوة أشخاص'}).click();
    await admins.getByRole('dialog').waitFor();
    expect(await accessibilityViolations(admins), 'invitations').toEqual([]);
    await crew.server.admin.put('/users/me/patch', {locale: 'en'});
  });

  test('fit on a narrow screen with longer texts, no text is missing, and all pages are accessible in dark mode', async () => {
    const page = await windows.openAs(address, 'admin', '/', {
      // Other tests check most pages in light mode.
      colorScheme: 'dark',
      viewport: {width: 320, height: 720},
      permissions: ['microphone'],
    });
    await showPseudoLanguage(page);
    await page.goto(address);
    await loaded(page);
    const names = [
      ...[
        'ann',
        'bob',
        'cat',
        'admin',
        'stranger',
        'example.com',
        'Crew',
        'crew',
        'Town Square',
        'town-square',
        'Off-Topic',
      ],
      ...[
        'Hello',
        'Handbook',
        'design',
        'report',
        'Ann',
        'Bob',
        'txt',
        'TXT',
        'bytes',
        'days',
        'English',
        'UTC',
        'Patchbay',
        // The sound of notifications has the same name in all languages.
        'Bing',
        'Node.js',
        'PostgreSQL',
        'authenticated',
        'browser',
        'os',
        'Unknown',
        'Chrome',
        'Linux',
        'English',
        'UTC',
        'Ada Lovelace',
        'Countess',
        // Values of settings.
        'gzip',
        'default',
      ],
      // Dates and durations are also in the language of the page, which is English.
      ...[
        'Jan',
        'Feb',
        'Mar',
        'Apr',
        'May',
        'Jun',
        'Jul',
        'Aug',
        'Sep',
        'Oct',
        'Nov',
        'Dec',
        'sec',
        'min',
        'day',
      ],
    ];
    const faults: {[path: string]: string[]} = {};
    const {teamId, channelId} = crew;
    for (const path of [...PAGES, `/_admin/teams/${teamId}`, `/_admin/channels/${channelId}`]) {
      await visit(page, path);
      await loaded(page);
      const found = await layoutFaults(page, names);
      if (found.length > 0) faults[path] = found;
      expect(await page.getByText(pseudo('Page not found')).count(), path).toBe(0);
      expect(await accessibilityViolations(page), path).toEqual([]);
    }
    const check = async (place: string) => {
      await loaded(page);
      const found = await layoutFaults(page, names);
      if (found.length > 0) faults[place] = found;
    };
    const press = (role: 'button' | 'menuitem', name: string) =>
      page
        .getByRole(role, {name: pseudo(name)})
        .first()
        .click();
    await visit(page, '/_admin/retention');
    await press('button', 'Create policy');
    await check('a retention policy');
    await visit(page, '/_admin/attributes');
    await press('button', 'Create attribute');
    await check('an attribute');
    await page.goto(`${address}/crew/channels/town-square`);
    await loaded(page);
    await press('button', 'Open navigation');
    await page.getByRole('button', {name: 'Crew'}).click();
    await press('menuitem', 'Invite people');
    const invitations = page.getByRole('dialog');
    await invitations.waitFor();
    await check('invitations');
    await page.keyboard.press('Escape');
    await invitations.waitFor({state: 'detached'});
    await visit(page, '/crew/channels/town-square?panel=saved');
    await loaded(page);
    await press('button', 'Change reminder');
    await check('a reminder');
    await visit(page, '/crew/channels/town-square');
    await loaded(page);
    await page
      .getByRole('button', {name: /report\.txt/})
      .first()
      .click();
    const viewer = page.getByRole('dialog', {name: 'report.txt'});
    await viewer.waitFor();
    await check('a file');
    await page.keyboard.press('Escape');
    await viewer.waitFor({state: 'detached'});
    await press('button', 'Record voice message');
    await check('a voice message');
    expect(faults).toEqual({});
  });
});
