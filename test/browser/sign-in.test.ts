import type {Browser, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {
  accessibilityViolations,
  collectPageErrors,
  describeInBrowser,
  startBrowser,
} from '../support/browser.ts';
import {startMailServer, textOf} from '../support/mail-server.ts';
import {createTestServer, TEST_PASSWORD, type TestServer} from '../support/test-server.ts';

describeInBrowser('signing in on the page', () => {
  let browser: Browser;
  let server: TestServer;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    page = await browser.newPage();
    faults = collectPageErrors(page);
  });
  afterEach(async () => {
    await page.close();
    await server.close();
    expect(faults).toEqual([]);
  });

  async function open(options: Parameters<typeof createTestServer>[0] = {}): Promise<void> {
    server = await createTestServer(options);
    await page.goto(await server.listen());
  }

  const heading = (name: string) => page.getByRole('heading', {name}).waitFor();
  const alert = (text: string) => page.getByRole('alert').filter({hasText: text}).waitFor();

  async function signIn(loginId: string, password: string): Promise<void> {
    await page.getByLabel('Email or username').fill(loginId);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  }

  test('works with a username, lasts across a reload, and ends by signing out', async () => {
    await open();
    await heading('Sign in to Patchbay');
    expect(await accessibilityViolations(page)).toEqual([]);
    await signIn('admin', TEST_PASSWORD);
    await heading('Welcome, admin');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await heading('Welcome, admin');
    await page.getByRole('button', {name: 'Sign out'}).click();
    await heading('Sign in to Patchbay');
    await page.reload();
    await heading('Sign in to Patchbay');
  });

  test('works after setting a new password through a link in an email', async () => {
    const smtp = await startMailServer();
    try {
      await open({settings: {EmailSettings: smtp.settings}});
      await page.getByRole('link', {name: 'Forgot your password?'}).click();
      await heading('Forgot your password?');
      await page.getByLabel('Email').fill('admin@example.com');
      await page.getByRole('button', {name: 'Send link'}).click();
      await page.getByRole('status').filter({hasText: 'admin@example.com'}).waitFor();
      await expect.poll(() => smtp.received.length).toBe(1);
      const [, path] = /(\/reset_password_complete\S+)/.exec(textOf(smtp.received[0]!))!;
      await page.goto(new URL(path!, page.url()).href);
      await heading('Set a new password');
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('textbox', {name: 'New password'}).fill('a brand new password');
      await page.keyboard.press('Enter');
      await page.getByRole('status').filter({hasText: 'Your password was changed.'}).waitFor();
      await page.getByRole('link', {name: 'Go to sign-in'}).click();
      await signIn('admin', 'a brand new password');
      await heading('Welcome, admin');
      await page.goto(new URL('/do_verify_email?token=0&email=admin%40example.com', page.url()).href);
      await page.getByRole('button', {name: 'Verify email address'}).click();
      await alert('This link to verify an email address does not work anymore');
    } finally {
      await smtp.close();
    }
  });

  /** The URL on this server of a link in the last of `count` emails. */
  async function linkIn(smtp: Awaited<ReturnType<typeof startMailServer>>, path: string, count: number) {
    await expect.poll(() => smtp.received.length).toBe(count);
    const [link] = new RegExp(`/${path}\\S+`).exec(textOf(smtp.received.at(-1)!))!;
    return new URL(link, page.url()).href;
  }

  test('works with an invitation by email, as a member and as a guest', async () => {
    const smtp = await startMailServer();
    try {
      await open({
        settings: {
          EmailSettings: smtp.settings,
          ServiceSettings: {EnableEmailInvitations: true},
          GuestAccountsSettings: {Enable: true},
        },
      });
      const {admin} = server;
      await signIn('admin', TEST_PASSWORD);
      await heading('Welcome, admin');
      await page.getByRole('button', {name: 'Create team'}).first().click();
      await page.getByRole('dialog').getByRole('textbox', {name: 'Name'}).fill('Crew');
      await page.getByRole('dialog').getByRole('button', {name: 'Create team'}).click();
      const step = page.getByRole('listitem').filter({hasText: '2. Invite people'});
      await step.getByRole('button', {name: 'Invite people'}).click();
      const invite = page.getByRole('dialog', {name: 'Invite people to Crew'});
      const addresses = invite.getByRole('textbox', {name: 'Email addresses'});
      const send = invite.getByRole('button', {name: 'Send invitations'});
      await invite.getByText('Anyone with this link can join').waitFor();
      await addresses.fill('Ana <ana@example.com>\nben@example.com, nonsense@');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog', {name: 'Discard changes?'}).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({state: 'detached'});
      await send.click();
      await alert('This is not an email address: nonsense@');
      await addresses.fill('Ana <ana@example.com>; Ana@example.com');
      await invite.getByRole('textbox', {name: 'Message in the email'}).fill('Come aboard');
      await send.click();
      await invite.getByRole('listitem').filter({hasText: 'ana@example.com: Invitation sent'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      const asMember = await linkIn(smtp, 'signup_user_complete/', 1);
      expect(textOf(smtp.received[0]!)).toContain('Come aboard');

      await invite.getByRole('radio', {name: 'Guests by email'}).check();
      await addresses.fill('gus@example.com');
      await send.click();
      await alert('Choose at least one channel.');
      await invite.getByRole('combobox', {name: 'Channels'}).click();
      await page.getByRole('option', {name: 'Off-Topic'}).click();
      await page.keyboard.press('Escape');
      await send.click();
      await invite.getByRole('listitem').filter({hasText: 'gus@example.com: Invitation sent'}).waitFor();
      const asGuest = await linkIn(smtp, 'signup_user_complete/', 2);

      // Open invitations are listed, change while the list is shown, and are revoked one by one.
      const [{id: crewId}] = (await admin.get('/teams')).body;
      await invite.getByRole('button', {name: 'Open invitations'}).click();
      const openInvitations = page.getByRole('dialog', {name: 'Open invitations to Crew'});
      const line = (email: string) => openInvitations.getByRole('listitem').filter({hasText: email});
      await line('gus@example.com').filter({hasText: 'GUEST'}).filter({hasText: 'Expires'}).waitFor();
      await line('ana@example.com').filter({hasText: 'Invited by admin'}).waitFor();
      await admin.post(`/teams/${crewId}/invite/email`, ['ida@example.com']);
      await line('ida@example.com').filter({hasText: 'Expires'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      const forIda = await linkIn(smtp, 'signup_user_complete/', 3);
      await openInvitations.getByRole('button', {name: 'Revoke the invitation for ida@example.com'}).click();
      await line('ida@example.com').waitFor({state: 'detached'});
      await openInvitations.getByRole('button', {name: 'Back'}).click();
      await invite.waitFor();
      await page.context().clearCookies();

      // The account gets the email address of the invitation.
      const signUp = async (link: string, username: string) => {
        await page.goto(link);
        await heading('Join Crew');
        await page.getByLabel('First name').fill('Augusta');
        await page.getByLabel('Last name').fill('Reef');
        await page.getByLabel('Username').fill(username);
        await page.getByLabel('Password').fill(TEST_PASSWORD);
        await page.getByRole('button', {name: 'Create account and join'}).click();
      };
      await signUp(asGuest, 'gus');
      await page.getByRole('heading', {name: 'Off-Topic', level: 1}).waitFor();
      expect((await admin.get('/users/username/gus')).body).toMatchObject({
        email: 'gus@example.com',
        first_name: 'Augusta',
        last_name: 'Reef',
        roles: 'system_guest',
      });
      await page.context().clearCookies();
      await signUp(forIda, 'ida');
      await alert('This invitation does not work anymore');
      await page.goto(asMember);
      await heading('Join Crew');
      expect(await page.getByLabel('Email').inputValue()).toBe('ana@example.com');
      expect(await accessibilityViolations(page)).toEqual([]);
      await admin.delete('/teams/invites/email');
      await signUp(asMember, 'ana');
      await alert('This invitation does not work anymore');

      // Someone who already has an account joins the team. The link works once.
      await admin.post(`/teams/${crewId}/invite/email`, ['zoe@example.com']);
      const forZoe = await linkIn(smtp, 'signup_user_complete/', 4);
      await server.person('zoe');
      await page.goto(new URL('/', forZoe).href);
      await signIn('zoe', TEST_PASSWORD);
      await heading('Welcome, zoe');
      await page.goto(forZoe);
      await page.getByRole('button', {name: 'Join team'}).click();
      await page.getByRole('link', {name: 'Town Square'}).waitFor();
      // A member gets to the team with its link.
      const {invite_id} = (await admin.get(`/teams/${crewId}`)).body;
      await page.goto(new URL(`/signup_user_complete/?id=${invite_id}`, forZoe).href);
      await expect
        .poll(() => page.locator('body').innerText(), {timeout: 20_000})
        .toContain('created this channel');
      await page.goto(forZoe);
      await page.getByRole('button', {name: 'Join team'}).click();
      await page.getByText('This invitation does not work anymore').first().waitFor();
      // The browser reports the refused requests.
      expect(faults.splice(0).every((fault) => fault.includes('status of 400'))).toBe(true);
    } finally {
      await smtp.close();
    }
  });

  test('is not needed to turn off email notifications', async () => {
    const smtp = await startMailServer();
    try {
      await open({settings: {EmailSettings: {...smtp.settings, SendEmailNotifications: true}}});
      const {admin, features, platform} = server;
      const zoe = await server.person('zoe');
      const direct = (await admin.post('/channels/direct', [admin.id, zoe.id])).body;
      await admin.post('/posts', {channel_id: direct.id, message: 'Are you there?'});
      await platform.database.execute({text: 'update EmailNotifications set CreateAt = CreateAt - 60000'});
      await features.emailNotifications.stop();
      features.emailNotifications.start();
      await page.goto(await linkIn(smtp, 'unsubscribe\\?token=', 1));
      await heading('Turn off email notifications?');
      expect(await accessibilityViolations(page)).toEqual([]);
      expect((await zoe.get('/users/me')).body.notify_props.email).toBe('true');
      await page.getByRole('button', {name: 'Turn off email notifications'}).click();
      await page.getByRole('status').filter({hasText: 'Email notifications are turned off.'}).waitFor();
      expect((await zoe.get('/users/me')).body.notify_props.email).toBe('false');
      await page.goto(new URL('/unsubscribe?token=x', page.url()).href);
      await page.getByRole('button', {name: 'Turn off email notifications'}).click();
      await page.getByRole('alert').filter({hasText: 'link'}).waitFor();
    } finally {
      await smtp.close();
    }
  });

  test('with a wrong password shows an error, and a second try works', async () => {
    await open();
    await signIn('admin@example.com', 'not the password');
    await alert('Enter a valid email or username and/or password.');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Password').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(TEST_PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Welcome, admin');
  });

  test('on a server without accounts starts with creating the administrator', async () => {
    await open({firstAccount: false});
    await heading('Welcome to Patchbay');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill('short');
    const create = page.getByRole('button', {name: 'Create administrator account'});
    await create.click();
    await alert('Use at least 8 characters.');
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await create.click();
    await heading('Welcome, ada');
    await page.getByRole('button', {name: 'Sign out'}).click();
    await heading('Sign in to Patchbay');
  });

  test('shows an error while the server is unreachable', async () => {
    await open();
    await heading('Sign in to Patchbay');
    await page.route('**/api/**', (route) => route.abort());
    await signIn('admin', TEST_PASSWORD);
    await alert("Can't reach the server. Check your connection and try again.");
    await page.unroute('**/api/**');
    await signIn('admin', TEST_PASSWORD);
    await heading('Welcome, admin');
  });

  test('shows the texts and links set by administrators, and their announcement until it is closed', async () => {
    await open({
      settings: {
        TeamSettings: {
          CustomDescriptionText: 'All of Example, one place',
          EnableCustomBrand: true,
          CustomBrandText: 'Use your work account.',
        },
        SupportSettings: {
          HelpLink: 'https://help.example.com/',
          TermsOfServiceLink: '/terms',
          SupportEmail: 'help@example.com',
        },
        AnnouncementSettings: {EnableBanner: true, BannerText: 'Maintenance on **Friday**'},
      },
    });
    await page.getByText('All of Example, one place').waitFor();
    await page.getByText('Use your work account.').waitFor();
    const links = page.getByRole('navigation', {name: 'About this site'}).getByRole('link');
    expect(
      await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
    ).toEqual([
      ['Help', 'https://help.example.com/'],
      ['Terms of service', '/terms'],
      ['Contact support', 'mailto:help@example.com'],
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await signIn('admin', TEST_PASSWORD);
    const banner = page.getByRole('region', {name: 'Announcement'});
    await banner.getByText('Friday').waitFor();
    expect(await banner.getAttribute('style')).toContain('rgb(242, 169, 59)');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: /Your account/}).click();
    await page.getByRole('menuitem', {name: 'Report a problem'}).waitFor();
    const opened = page.waitForEvent('popup');
    await page.getByRole('menuitem', {name: 'Help'}).click();
    await (await opened).close();
    await banner.getByRole('button', {name: 'Close announcement'}).click();
    await banner.waitFor({state: 'detached'});
    await page.reload();
    await page.getByRole('button', {name: /Your account/}).waitFor();
    expect(await banner.count()).toBe(0);
    // Open pages show a changed text, and administrators can prevent closing it.
    await server.admin.put('/config/patch', {
      AnnouncementSettings: {BannerText: 'Maintenance *now*', AllowBannerDismissal: false},
    });
    await banner.getByText('now').waitFor();
    expect(await banner.getByRole('button').count()).toBe(0);
  });

  test('shows no links and no announcement by default', async () => {
    await open();
    await heading('Sign in to Patchbay');
    expect(await page.getByRole('navigation').count()).toBe(0);
    await signIn('admin', TEST_PASSWORD);
    await page.getByRole('button', {name: /Your account/}).click();
    await page.getByRole('menuitem', {name: 'Settings'}).waitFor();
    expect(await page.getByRole('menuitem', {name: /Help|Report/}).count()).toBe(0);
    expect(await page.getByRole('region', {name: 'Announcement'}).count()).toBe(0);
  });
});
