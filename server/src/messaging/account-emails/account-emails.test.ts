import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {changeAtOnce} from '../../../../test/support/concurrent-changes.ts';
import {startMailServer, textOf} from '../../../../test/support/mail-server.ts';
import {
  createTestServer,
  type Person,
  TEST_PASSWORD,
  type TestServer,
} from '../../../../test/support/test-server.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
let ann: Person;
let counter = 0;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await createTestServer({
    settings: {EmailSettings: smtp.settings, ServiceSettings: {SiteURL: 'https://chat.example.com/base'}},
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});
beforeEach(async () => {
  ann = await server.person(`ann${++counter}`);
  server.features.mail.start();
});
afterEach(async () => {
  await server.features.mail.stop();
  smtp.behave('accept');
  smtp.received.length = 0;
  await server.platform.database.execute({text: 'delete from MailQueue'});
  await server.platform.config.patch({
    EmailSettings: {
      ...smtp.settings,
      RequireEmailVerification: false,
      EnableSMTPAuth: false,
      FeedbackName: '',
    },
    TeamSettings: {SiteName: 'Patchbay'},
  });
});

const emailOf = (person: Person) => `${person.username}@example.com`;
const queue = () => server.platform.database.rows<Record<string, unknown>>({text: 'select * from MailQueue'});
const set = (EmailSettings: object) => server.platform.config.patch({EmailSettings});
const askForReset = (email: string) => server.anonymous.post('/users/password/reset/send', {email});
const signIn = (person: Person, password: string) =>
  server.anonymous.post('/users/login', {login_id: person.username, password});

async function arrived(count = 1) {
  await expect.poll(() => smtp.received.length).toBe(count);
  return smtp.received.at(-1)!;
}

/** Makes queued emails due, as if the retry delay had passed. */
async function sendAgain(): Promise<void> {
  await server.platform.database.execute({text: 'update MailQueue set NextAttemptAt = 0'});
  server.platform.events.publish('mail:waiting', {});
}

async function resetToken(person: Person): Promise<string> {
  expect(await askForReset(emailOf(person))).toMatchObject({status: 200, body: {status: 'OK'}});
  return /reset_password_complete\?token=([0-9a-f]{64})/.exec(textOf(await arrived()))![1]!;
}

describe('a forgotten password', () => {
  test('is reset through a link that works once, which revokes all sessions', async () => {
    const token = await resetToken(ann);
    const mail = smtp.received[0]!;
    expect(mail).toMatchObject({from: 'chat@example.com', to: [emailOf(ann)]});
    expect(textOf(mail)).toContain(`https://chat.example.com/base/reset_password_complete?token=${token}`);
    await expect.poll(queue).toEqual([]);
    // Only its hash is stored.
    const stored = JSON.stringify(await server.platform.database.rows({text: 'select * from Tokens'}));
    expect(stored).not.toContain(token);

    const reset = (password: string) =>
      server.anonymous.post('/users/password/reset', {token, new_password: password});
    expect(await reset('short')).toMatchObject({
      status: 400,
      body: {id: 'model.user.is_valid.pwd.app_error'},
    });
    const [one, other] = await Promise.all([reset('a brand new password'), reset('a brand new password')]);
    expect([one.status, other.status].sort()).toEqual([200, 400]);
    expect(await reset('yet another password')).toMatchObject({
      status: 400,
      body: {id: 'api.user.reset_password.link_expired.app_error', path: 'token'},
    });
    expect((await signIn(ann, TEST_PASSWORD)).status).toBe(401);
    expect((await signIn(ann, 'a brand new password')).status).toBe(200);
    expect((await ann.get('/users/me')).status).toBe(401);
    expect(textOf(await arrived(2))).toContain('Your password was changed');
  });

  test.each([
    ['a day later', 'update Tokens set CreateAt = CreateAt - 24 * 3600 * 1000 - 1000'],
    [
      'after another change of the password',
      'update Users set LastPasswordUpdate = LastPasswordUpdate + 60000',
    ],
    ['after a change of the address', "update Users set Email = 'new-' || Email where Username like 'ann%'"],
  ])('the link does not work %s', async (_when, change) => {
    const token = await resetToken(ann);
    await server.platform.database.execute({text: change});
    expect(
      await server.anonymous.post('/users/password/reset', {
        code: token,
        new_password: 'a brand new password',
      }),
    ).toMatchObject({status: 400, body: {id: 'api.user.reset_password.link_expired.app_error'}});
  });

  test('a request does not reveal who has an account', async () => {
    const {database} = server.platform;
    await database.execute({text: 'update Users set DeleteAt = 1 where Id = $1', values: [ann.id]});
    const bea = await server.person(`bea${counter}`);
    await server.features.mail.stop();
    const responses = [];
    for (const email of ['nobody@example.com', emailOf(ann), emailOf(bea)])
      responses.push(await askForReset(email));
    expect(new Set(responses.map(({status, body}) => JSON.stringify([status, body]))).size).toBe(1);
    // The queued rows don't differ either, because the recipient is determined when the email is sent.
    expect((await queue()).map(({kind}) => kind)).toEqual(Array(3).fill('password_reset'));
    server.features.mail.start();
    expect((await arrived()).to).toEqual([emailOf(bea)]);
    await expect.poll(queue).toEqual([]);
    expect(smtp.received).toHaveLength(1);
  });

  test('an address gets at most five emails per hour', async () => {
    for (let i = 0; i < 7; i++) expect((await askForReset(emailOf(ann).toUpperCase())).status).toBe(200);
    await expect.poll(queue).toEqual([]);
    expect(smtp.received).toHaveLength(5);
  });

  test('is rejected with a reason if email is disabled', async () => {
    await set({SMTPServer: ''});
    const off = {status: 501, body: {id: 'api.email.disabled.app_error'}};
    expect(await askForReset(emailOf(ann))).toMatchObject(off);
    expect(await server.anonymous.post('/users/email/verify/send', {email: emailOf(ann)})).toMatchObject(off);
    expect(await server.admin.post('/email/test')).toMatchObject(off);
    const clientConfig = async () => (await server.anonymous.get('/config/client?format=old')).body;
    expect((await clientConfig()).PasswordEnableForgotLink).toBe('false');
    await set(smtp.settings);
    expect((await clientConfig()).PasswordEnableForgotLink).toBe('true');
  });
});

describe('the verification of an address', () => {
  const verifyLink = /do_verify_email\?token=([0-9a-f]{64})&email=(\S+)/;

  test('is requested for new accounts and addresses, and at sign-in', async () => {
    await set({RequireEmailVerification: true});
    const bea = await server.person(`bea${counter}`);
    const [, token, email] = verifyLink.exec(textOf(await arrived()))!;
    expect(decodeURIComponent(email!)).toBe(emailOf(bea));
    expect(await signIn(bea, TEST_PASSWORD)).toMatchObject({
      status: 401,
      body: {
        id: 'api.user.login.not_verified.app_error',
        message: expect.stringContaining('link in the email'),
      },
    });
    await arrived(2);
    const verify = () => server.anonymous.post('/users/email/verify', {token});
    expect((await verify()).status).toBe(200);
    expect(await verify()).toMatchObject({
      status: 400,
      body: {id: 'api.user.verify_email.link_expired.app_error'},
    });
    expect((await signIn(bea, TEST_PASSWORD)).status).toBe(200);

    const moved = {email: `moved${counter}@example.com`, password: TEST_PASSWORD};
    expect((await bea.put(`/users/${bea.id}/patch`, moved)).body.email_verified).toBe(false);
    await arrived(4);
    const [mail] = smtp.received.filter(({to}) => to[0] === moved.email);
    const [, next] = verifyLink.exec(textOf(mail!))!;
    // A password link cannot verify an address, and a verification link cannot set a password.
    const wrong = {token: next, new_password: 'a brand new password'};
    expect((await server.anonymous.post('/users/password/reset', wrong)).status).toBe(400);
    expect((await server.anonymous.post('/users/email/verify', {token: next})).status).toBe(200);
    expect((await bea.get('/users/me')).body.email_verified).toBe(true);
  });

  test('does not verify another address to which the user changes at the same time', async () => {
    await set({RequireEmailVerification: true});
    const cal = await server.person(`cal${counter}`);
    const [, token] = verifyLink.exec(textOf(await arrived()))!;
    const change = {email: `other${counter}@example.com`, password: TEST_PASSWORD};
    const [changed, verified] = await changeAtOnce(server.platform.database, {table: 'Users', id: cal.id}, [
      () => cal.put(`/users/${cal.id}/patch`, change),
      () => server.anonymous.post('/users/email/verify', {token}),
    ]);
    expect([changed!.status, verified!.status]).toEqual([200, 400]);
    expect((await cal.get('/users/me')).body).toMatchObject({email: change.email, email_verified: false});
    // The link for the new address.
    await arrived(2);
  });
});

describe('a notice about an account', () => {
  const notices = async (count: number) => {
    await expect.poll(() => smtp.received.length).toBe(count);
    await expect.poll(queue).toEqual([]);
    return smtp.received.map((mail) => [mail.to[0], textOf(mail).split('\n').slice(0, 3).join(' ')]).sort();
  };
  const patch = (changes: object) => server.admin.put(`/users/${ann.id}/patch`, changes);

  test('goes to the address that the account had before the change', async () => {
    const old = emailOf(ann);
    const renamed = {username: `renamed${counter}`, email: `moved${counter}@example.com`};
    expect((await patch(renamed)).status).toBe(200);
    expect(await notices(2)).toEqual([
      [old, expect.stringContaining(`of your account @${ann.username} is now ${renamed.email}.`)],
      [
        old,
        expect.stringContaining(`Your account @${ann.username} now has the username @${renamed.username}`),
      ],
    ]);
    // Changes that send no notice.
    expect((await patch({nickname: 'Annie', locale: 'en', email: renamed.email})).status).toBe(200);
    await server.admin.put(`/users/${ann.id}/password`, {new_password: 'a brand new password'});
    expect((await notices(3)).filter(([to]) => to === renamed.email)).toEqual([
      [renamed.email, expect.stringContaining('Your password was changed')],
    ]);
  });

  test('says that an access token was created, but not what it is', async () => {
    await server.platform.config.patch({ServiceSettings: {EnableUserAccessTokens: true}});
    const create = () => server.admin.post(`/users/${ann.id}/tokens`, {description: 'Backup script'});
    const {token} = (await create()).body;
    expect(await notices(1)).toEqual([[emailOf(ann), expect.stringContaining(': Backup script.')]]);
    expect(smtp.received[0]!.raw).not.toContain(token);
    // Bots have no email address.
    const bot = (await server.admin.post('/bots', {username: `bot${counter}`})).body;
    const body = {description: 'Deploy'};
    expect((await server.admin.post(`/users/${bot.user_id}/tokens`, body)).status).toBe(200);
    expect(await queue()).toEqual([]);
  });

  test('is sent after a deactivation, if the account was not activated again', async () => {
    const setActive = (active: boolean) => server.admin.put(`/users/${ann.id}/active`, {active});
    await setActive(false);
    expect(await notices(1)).toEqual([
      [emailOf(ann), expect.stringContaining(`Your account @${ann.username} was deactivated`)],
    ]);
    expect(textOf(smtp.received[0]!)).not.toContain('change your password');
    await setActive(true);
    await server.features.mail.stop();
    await setActive(false);
    await expect.poll(queue).toHaveLength(1);
    await setActive(true);
    server.features.mail.start();
    await sendAgain();
    expect(await notices(1)).toHaveLength(1);
  });

  test('never goes to an unverified address if addresses must be verified', async () => {
    await set({RequireEmailVerification: true});
    await patch({email: `moved${counter}@example.com`});
    // Only the link to verify the new address. Nothing goes to the old one, which was not verified.
    expect((await notices(1)).map(([to]) => to)).toEqual([`moved${counter}@example.com`]);
  });

  test('is not queued while email is disabled', async () => {
    await set({SMTPServer: ''});
    await patch({username: `renamed${counter}`});
    await server.admin.put(`/users/${ann.id}/active`, {active: false});
    expect(await queue()).toEqual([]);
  });
});

describe('a sign-in', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0';
  const PHONE =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';
  const signInWith = async (agent: string, password = TEST_PASSWORD) => {
    const body = {login_id: ann.username, password};
    return (await server.anonymous.post('/users/login', body, {'user-agent': agent})).status;
  };
  const sent = async (count: number) => {
    await expect.poll(queue).toEqual([]);
    expect(smtp.received).toHaveLength(count);
  };

  test('from a new device is reported once, except the first one of an account', async () => {
    const neverSignedIn = {text: 'update Users set LastLogin = 0 where Id = $1', values: [ann.id]};
    await server.platform.database.execute(neverSignedIn);
    expect(await signInWith(FIREFOX)).toBe(200);
    await sent(0);
    const clock = {user_id: ann.id, category: 'display_settings', name: 'use_military_time', value: 'true'};
    expect((await ann.put('/users/me/preferences', [clock])).status).toBe(200);
    expect(await signInWith(PHONE)).toBe(200);
    const mail = await arrived();
    expect(mail.to).toEqual([emailOf(ann)]);
    expect(textOf(mail)).toMatch(
      /from a new device:\s[\s\S]+, \d\d:\d\d\sUTC · Chrome · Android ·\s127\.0\.0\.1\./,
    );
    // The device is recognized without its session and with another browser version.
    expect((await server.admin.post(`/users/${ann.id}/sessions/revoke/all`)).status).toBe(200);
    expect(await signInWith(PHONE.replace('137.0', '138.0'))).toBe(200);
    expect(await signInWith(FIREFOX)).toBe(200);
    expect(await signInWith(FIREFOX.replace('X11; Linux x86_64', 'Windows NT 10.0'), 'wrong')).toBe(401);
    await sent(1);
  });
});

describe('the mail server', () => {
  const attempt = async () => {
    expect((await askForReset(emailOf(ann))).status).toBe(200);
  };
  const waiting = () => expect.poll(async () => (await queue())[0]?.attempts);

  test.each(['stall', 'disconnect', 451] as const)('%s: the email is retried later', async (behavior) => {
    smtp.behave(behavior);
    await attempt();
    await waiting().toBe(1);
    await server.features.mail.stop();
    const [row] = await queue();
    expect(Number(row!.nextattemptat) - Number(row!.createat)).toBeGreaterThanOrEqual(10_000);
    expect(smtp.received).toEqual([]);
    smtp.behave('accept');
    server.features.mail.start();
    await sendAgain();
    await arrived();
    await expect.poll(queue).toEqual([]);
  });

  test('unreachable: the email is retried a limited number of times', async () => {
    await set({SMTPPort: '1'});
    await attempt();
    await waiting().toBe(1);
    await server.features.mail.stop();
    await server.platform.database.execute({text: 'update MailQueue set Attempts = 8, NextAttemptAt = 0'});
    server.features.mail.start();
    await expect.poll(queue).toEqual([]);
  });

  test('550: the email is not retried', async () => {
    smtp.behave(550);
    const before = smtp.connections();
    await attempt();
    await expect.poll(() => smtp.connections()).toBe(before + 1);
    await expect.poll(queue).toEqual([]);
    expect(smtp.received).toEqual([]);
  });

  test('a test reports what was tried and how the mail server responded', async () => {
    const check = (settings?: object) =>
      server.admin.post('/email/test', settings && {EmailSettings: settings});
    expect((await ann.post('/email/test')).status).toBe(403);
    expect((await check()).status).toBe(200);
    expect((await arrived()).to).toEqual(['admin@example.com']);
    const port = smtp.settings.SMTPPort;
    const failure = async (settings: object) => {
      const {status, body} = await check(settings);
      expect([status, body.id]).toEqual([400, 'api.admin.test_email.failure']);
      return body.message;
    };
    const account = {EnableSMTPAuth: true, SMTPUsername: 'patchbay', SMTPPassword: 'wrong'};
    expect(await failure(account)).toMatch(/the mail server answered "535 .*Check SMTPUsername/);
    expect((await check({...account, SMTPPassword: 'mail secret'})).status).toBe(200);
    expect(await failure({SMTPPort: '1'})).toContain('127.0.0.1:1 without encryption');
    expect(await failure({ConnectionSecurity: 'TLS'})).toContain(`127.0.0.1:${port} with TLS`);
    expect(await failure({ConnectionSecurity: 'STARTTLS'})).toContain(`127.0.0.1:${port} with STARTTLS`);
    smtp.behave('stall');
    expect(await failure({})).toContain('did not respond within 1 seconds');
    // The current password must not be sent to another server, or without encryption.
    const {config} = server.platform;
    await config.patch({EmailSettings: {SMTPPassword: 'mail secret'}});
    for (const other of [{SMTPServer: 'localhost'}, {SMTPPort: '1'}, {ConnectionSecurity: 'TLS'}]) {
      expect(await check({...other, SMTPPassword: '*'.repeat(32)})).toMatchObject({
        status: 400,
        body: {id: 'api.config.test.secret_needed.app_error', path: 'EmailSettings.SMTPPassword'},
      });
    }
    await config.patch({EmailSettings: {SMTPPassword: ''}});
    expect(await check({SMTPPort: 'x'})).toMatchObject({status: 400, body: {path: 'EmailSettings.SMTPPort'}});
  });

  test('gets emails in the language of the person, without injected headers or markup', async () => {
    const SiteName = 'P <b>"&\r\nBcc: eve@example.com';
    await server.platform.config.patch({TeamSettings: {SiteName}, EmailSettings: {FeedbackName: SiteName}});
    await server.platform.config.patch({LocalizationSettings: {DefaultServerLocale: 'fr'}});
    for (const [locale, direction, words] of [
      ['ar', 'rtl', 'إعادة تعيين'],
      ['de', 'ltr', 'Passwort'],
      ['it', 'ltr', 'mot de passe'],
    ] as const) {
      smtp.received.length = 0;
      await server.admin.put(`/users/${ann.id}/patch`, {locale});
      await attempt();
      const mail = await arrived();
      expect(textOf(mail)).toContain(words);
      expect(mail.raw.replace(/=\r?\n/g, '')).toContain(`dir=3D"${direction}"`);
      const [head] = mail.raw.split(/\r?\n\r?\n/);
      expect(head).not.toMatch(/^Bcc/im);
      expect(mail.to).toEqual([emailOf(ann)]);
      expect(mail.raw.split(/^Content-Type: text\/html/im)[1]).not.toContain('<b>');
    }
  });
});
