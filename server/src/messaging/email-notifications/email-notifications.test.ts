import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {htmlOf, startMailServer, textOf} from '../../../../test/support/mail-server.ts';
import {OVERNIGHT, scheduleNotifications} from '../../../../test/support/notification-hours.ts';
import {createTestServer, type Person} from '../../../../test/support/test-server.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let crew: Crew;
/** The direct channel of ann and bob. */
let direct: string;

beforeAll(async () => {
  smtp = await startMailServer();
  crew = await createCrew({
    EmailSettings: {...smtp.settings, SendEmailNotifications: true},
    ServiceSettings: {
      SiteURL: 'https://chat.example.com',
      CollapsedThreads: 'default_on',
      EnablePostUsernameOverride: true,
    },
  });
  const {ann, bob} = crew;
  direct = (await crew.server.features.channels.directChannel(ann.id, bob.id, bob.id)).id;
});
afterAll(async () => {
  await crew.close();
  await smtp.close();
});
beforeEach(async () => {
  const {ann, bob, cat, server} = crew;
  for (const person of [ann, bob, cat]) await setStatus(person, 'offline');
  server.features.mail.start();
});
afterEach(async () => {
  const {ann, channelId, server} = crew;
  await Promise.all([server.features.emailNotifications.stop(), server.features.mail.stop()]);
  const {database, config} = server.platform;
  for (const table of ['MailQueue', 'EmailNotifications', 'RateLimits']) {
    await database.execute({text: `delete from ${table}`});
  }
  await notifyProps(ann, {});
  await channelProps(ann, channelId, {mark_unread: 'all', email: 'default'});
  await config.patch({
    EmailSettings: {
      SendEmailNotifications: true,
      EmailNotificationContentsType: 'full',
      EnableEmailBatching: false,
      EmailBatchingBufferSize: 256,
      RequireEmailVerification: false,
    },
  });
  smtp.behave('accept');
  smtp.received.length = 0;
});

const setStatus = (person: Person, status: string) =>
  person.put(`/users/${person.id}/status`, {user_id: person.id, status});
const channelProps = (person: Person, channelId: string, props: object) =>
  person.put(`/channels/${channelId}/members/${person.id}/notify_props`, props);

async function notifyProps(person: Person, props: object): Promise<void> {
  const {body} = await person.put(`/users/${person.id}/patch`, {
    notify_props: {email: 'true', email_threads: 'all', ...props},
  });
  expect(body.notify_props.email).toBeDefined();
}

const waiting = () =>
  crew.server.platform.database.rows<{userid: string; postid: string}>({
    text: 'select UserId, PostId from EmailNotifications order by PostId',
  });
const queue = () =>
  crew.server.platform.database.rows<{attempts: number; nextattemptat: number}>({
    text: 'select * from MailQueue',
  });

/** Moves pending messages back in time by the given milliseconds, and sends emails about the due ones. */
async function advance(milliseconds: number): Promise<void> {
  const {database} = crew.server.platform;
  await database.execute({
    text: 'update EmailNotifications set CreateAt = CreateAt - $1::bigint',
    values: [milliseconds],
  });
  const {emailNotifications} = crew.server.features;
  emailNotifications.start();
  await emailNotifications.stop();
  await expect.poll(queue).toEqual([]);
}

const header = ({raw}: {raw: string}, name: string) =>
  new RegExp(`^${name}:(.*(?:\\r?\\n[ \\t].*)*)`, 'im')
    .exec(raw)?.[1]
    ?.replace(/\r?\n[ \t]/g, ' ')
    .trim();

describe('an email about a missed message', () => {
  test('goes to a mentioned user who is away, with a link, both texts, and headers', async () => {
    const {ann, bob} = crew;
    const post = await crew.post(bob, '@ann Is <b>this</b> & that ready?');
    expect(await waiting()).toEqual([{userid: ann.id, postid: post.id}]);
    await advance(29_000);
    expect(smtp.received).toEqual([]);
    await advance(1000);
    const [mail] = smtp.received;
    expect(smtp.received).toHaveLength(1);
    expect(mail!.to).toEqual(['ann@example.com']);
    expect(header(mail!, 'Subject')).toBe('[Patchbay] Mention in Town Square');
    const text = textOf(mail!);
    expect(text).toContain('@bob · Town Square');
    expect(text).toContain('@ann Is <b>this</b> & that ready?');
    expect(text).toContain(`https://chat.example.com/_redirect/pl/${post.id}`);
    expect(htmlOf(mail!)).toContain('<strong>@ann</strong> Is &lt;b&gt;this&lt;/b&gt; &amp; that ready?');
    expect(header(mail!, 'Message-ID')).toMatch(/^<[a-z0-9]{26}@example\.com>$/);
    expect(header(mail!, 'References')).toBe(`<thread-${post.id}@example.com>`);
    expect(header(mail!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(header(mail!, 'Auto-Submitted')).toBe('auto-generated');
  });

  test('shows the formatting of the message, and its source in the plain text', async () => {
    const message = [
      '@ann **Bold**, _slanted_, ~~old~~, `a < b`, [docs](https://docs.example.com/?a=1&b=2) :tada: :unknown:',
      'Second line https://plain.example.com',
      '',
      '3. three',
      '   - inner',
      '',
      '> quoted',
      '',
      '```js',
      'if (a < b) **c**',
      '```',
      '',
      '| Name | Price |',
      '|---|---|',
      '| Tea | 3 |',
    ].join('\n');
    await crew.post(crew.bob, message);
    await advance(30_000);
    const [mail] = smtp.received;
    expect(textOf(mail!)).toContain('@ann **Bold**, _slanted_');
    // Without the styles.
    const html = htmlOf(mail!)
      .replaceAll('\r\n', '\n')
      .replace(/ (?:style|class|rel|dir)="[^"]*"/g, '');
    expect(html).toContain(
      '<p><strong>@ann</strong> <strong>Bold</strong>, <em>slanted</em>, <s>old</s>, <code>a &lt; b</code>, ' +
        '<a href="https://docs.example.com/?a=1&amp;b=2">docs</a> 🎉 :unknown:<br>',
    );
    expect(html).toContain(
      'Second line <a href="https://plain.example.com">https://plain.example.com</a></p>',
    );
    expect(html).toContain('<ol start="3"><li>three<ul><li>inner</li></ul></li></ol>');
    expect(html).toContain('<blockquote><p>quoted</p></blockquote>');
    expect(html).toContain('<pre>if (a &lt; b) **c**\n</pre>');
    expect(html).toContain('<thead><tr><th>Name</th><th>Price</th></tr></thead>');
    expect(html).toContain('<td>Tea</td><td>3</td>');
  });

  test('never contains scripts, pictures or unsafe links', async () => {
    const hostile = [
      '@ann <script>alert(1)</script> <img src=x onerror=alert(1)>',
      '[run](javascript:alert(1)) [RUN](JaVaScRiPt:alert(1)) [data](data:text/html,x) <vbscript:x> [file](file:///etc/passwd)',
      '[quote](https://a.example/"onmouseover="alert(1)) ![pixel](https://tracker.example/p.png)',
      '[![inner](https://tracker.example/i.png)](https://a.example) ![x](javascript:alert(1))',
      '```"><script>alert(2)</script>',
      '</pre><script>alert(3)</script>',
      '```',
    ].join('\n');
    await crew.post(crew.bob, hostile);
    await crew.post(crew.bob, `${'> '.repeat(30)}@ann deep`);
    await crew.post(crew.bob, `${'> '.repeat(1500)}@ann ${'**[a](b '.repeat(300)}`);
    await advance(30_000);
    const sent = smtp.received.map(htmlOf).join('\n');
    expect(sent).toContain('deep');
    expect(sent).not.toMatch(/<(?:script|img|iframe|object|svg|form|link|base)\b/i);
    expect(sent).not.toMatch(/<[^>]*\son\w+\s*=/i);
    const addresses = [...sent.matchAll(/\b(?:href|src|background)="([^"]*)"/g)].map(
      ([, address]) => address!,
    );
    expect(addresses.filter((address) => !/^https?:\/\//.test(address))).toEqual([]);
    expect(addresses).toContain('https://tracker.example/p.png');
    // Quotes are nested at most 16 times, in each of the two messages with quotes.
    expect(sent.match(/<blockquote/g)).toHaveLength(32);
  });

  test.each([
    ['online', []],
    ['dnd', []],
    ['away', ['ann@example.com']],
    ['offline', ['ann@example.com']],
  ])('is sent according to the status: %s', async (status, recipients) => {
    await setStatus(crew.ann, status);
    await crew.post(crew.bob, '@ann hello');
    await advance(30_000);
    expect(smtp.received.flatMap(({to}) => to)).toEqual(recipients);
  });

  test('contains all direct messages of the first half minute, and references the conversation', async () => {
    await crew.post(crew.bob, 'first', {channel_id: direct});
    await crew.post(crew.bob, 'second', {channel_id: direct});
    const elsewhere = await crew.post(crew.bob, 'for @ann and @cat');
    await advance(30_000);
    const ofAnn = smtp.received.filter(({to}) => to[0] === 'ann@example.com');
    expect(ofAnn.map((mail) => header(mail, 'Subject')).sort()).toEqual([
      '[Patchbay] Direct message from @bob',
      '[Patchbay] Mention in Town Square',
    ]);
    const dm = ofAnn.find((mail) => header(mail, 'Subject')!.includes('Direct'))!;
    expect(textOf(dm)).toMatch(/first[\s\S]*second/);
    expect(header(dm, 'In-Reply-To')).toBe(`<channel-${direct}@example.com>`);
    const ofCat = smtp.received.filter(({to}) => to[0] === 'cat@example.com');
    expect(ofCat).toHaveLength(1);

    // A reply belongs to the same email thread, even if it mentions no one.
    smtp.received.length = 0;
    await crew.post(crew.bob, '@ann @cat more', {root_id: elsewhere.id});
    await advance(30_000);
    expect(smtp.received).toHaveLength(2);
    smtp.received.length = 0;
    await crew.post(crew.bob, 'even more', {root_id: elsewhere.id});
    await advance(30_000);
    expect(smtp.received.map(({to}) => to[0]).sort()).toEqual(['ann@example.com', 'cat@example.com']);
    for (const mail of smtp.received) {
      expect(header(mail, 'References')).toBe(`<thread-${elsewhere.id}@example.com>`);
      expect(header(mail, 'Subject')).toBe('[Patchbay] Reply in Town Square');
    }
  });

  test.each<[string, (postId: string) => Promise<unknown>]>([
    ['has been read', () => crew.ann.post('/channels/members/me/view', {channel_id: crew.channelId})],
    ['has been deleted', (postId) => crew.bob.delete(`/posts/${postId}`)],
    [
      'is in a channel that the user has muted',
      () => channelProps(crew.ann, crew.channelId, {mark_unread: 'mention'}),
    ],
    ['is in a channel without emails', () => channelProps(crew.ann, crew.channelId, {email: 'false'})],
    ['is for a user who wants no emails', () => notifyProps(crew.ann, {email: 'false'})],
    [
      'comes when notifications are turned off',
      () => crew.server.platform.config.patch({EmailSettings: {SendEmailNotifications: false}}),
    ],
    [
      'is for an address that must be verified first',
      () => crew.server.platform.config.patch({EmailSettings: {RequireEmailVerification: true}}),
    ],
  ])('is not sent if the message %s', async (_case, change) => {
    const {id} = await crew.post(crew.bob, '@ann hello');
    await change(id);
    await advance(30_000);
    expect(smtp.received).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('is not sent to a user who left the channel or was deactivated, even on the last attempt', async () => {
    const {ann, bob, cat, server} = crew;
    const channelId = await crew.channel('secret', [bob, ann, cat], 'P');
    await setStatus(cat, 'offline');
    await crew.post(bob, '@ann @cat the plan', {channel_id: channelId});
    smtp.behave(451);
    const {database} = server.platform;
    await database.execute({text: 'update EmailNotifications set CreateAt = 0'});
    server.features.emailNotifications.start();
    await expect.poll(async () => (await queue()).map(({attempts}) => attempts)).toEqual([1, 1]);
    expect((await bob.delete(`/channels/${channelId}/members/${ann.id}`)).status).toBe(200);
    await server.admin.put(`/users/${cat.id}/active`, {active: false});
    // Both emails, and the one about the deactivation, were rejected and wait to be retried.
    const minute = 60_000;
    const rejected = async () =>
      (await queue()).filter(
        ({attempts, nextattemptat}) => attempts === 1 && nextattemptat < Date.now() + minute,
      ).length;
    await expect.poll(rejected).toBe(3);
    smtp.behave('accept');
    await database.execute({text: 'update MailQueue set NextAttemptAt = 0'});
    server.platform.events.publish('mail:waiting', {});
    await expect.poll(queue).toEqual([]);
    expect(smtp.received.map(textOf)).toEqual([expect.stringContaining('was deactivated')]);
    await server.admin.put(`/users/${cat.id}/active`, {active: true});
  });

  test('follows the settings for threads', async () => {
    const {ann, bob} = crew;
    const root = await crew.post(ann, 'a topic');
    await setStatus(ann, 'offline');
    await notifyProps(ann, {email_threads: 'mention'});
    await crew.post(bob, 'an answer', {root_id: root.id});
    await advance(30_000);
    expect(smtp.received).toEqual([]);
    await notifyProps(ann, {email_threads: 'all'});
    const mute = {user_id: ann.id, category: 'muted_threads', name: root.id, value: 'true'};
    await ann.put('/users/me/preferences', [mute]);
    await crew.post(bob, 'an answer to a muted topic', {root_id: root.id});
    await advance(30_000);
    expect(smtp.received).toEqual([]);
    await ann.post('/users/me/preferences/delete', [mute]);
    const reply = await crew.post(bob, 'another answer', {root_id: root.id});
    // Reading the channel doesn't mark the thread as read.
    await ann.post('/channels/members/me/view', {channel_id: crew.channelId});
    await advance(30_000);
    expect(textOf(smtp.received[0]!)).toContain(`/_redirect/pl/${reply.id}`);
    smtp.received.length = 0;
    await setStatus(ann, 'offline');
    await crew.post(bob, 'a third answer', {root_id: root.id});
    const {teamId} = crew;
    await ann.put(`/users/${ann.id}/teams/${teamId}/threads/${root.id}/read/${Date.now() + 1000}`);
    await advance(30_000);
    expect(smtp.received).toEqual([]);
  });

  test('does not contain messages or channels if only senders are allowed', async () => {
    await crew.server.platform.config.patch({EmailSettings: {EmailNotificationContentsType: 'generic'}});
    await crew.post(crew.bob, '@ann the secret plan');
    await advance(30_000);
    const [mail] = smtp.received;
    expect(header(mail!, 'Subject')).toBe('[Patchbay] New messages from @bob');
    for (const part of [textOf(mail!), htmlOf(mail!)]) expect(part).not.toMatch(/secret|Town Square/);
  });

  test('shows the names of integrations', async () => {
    const {ann, channelId} = crew;
    const hook = await ann.post('/hooks/incoming', {channel_id: channelId});
    await crew.server.anonymous.post(`/hooks/${hook.body.id}`, {
      username: 'Deploys',
      text: '@ann',
      attachments: [{text: 'Deploy failed'}],
    });
    await advance(30_000);
    expect(textOf(smtp.received[0]!)).toContain('Deploys · Town Square');
  });
});

describe('outside of the notification schedule of a user', () => {
  const waitUntil = async () =>
    (
      await crew.server.platform.database.rows<{notbefore: number}>({
        text: 'select NotBefore from EmailNotifications',
      })
    ).map(({notbefore}) => notbefore);

  afterEach(() => scheduleNotifications(crew.ann, ''));

  test('messages wait until the schedule allows them, or is changed', async () => {
    await scheduleNotifications(crew.ann, OVERNIGHT.withoutNoon);
    await crew.post(crew.bob, 'one', {channel_id: direct});
    await advance(30_000);
    await crew.post(crew.bob, 'two', {channel_id: direct});
    await advance(30_000);
    expect(smtp.received).toEqual([]);
    const hours = (Math.max(...(await waitUntil())) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(5);
    expect(hours).toBeLessThanOrEqual(8);
    await scheduleNotifications(crew.ann, OVERNIGHT.withNoon);
    await expect.poll(waitUntil).toEqual([0, 0]);
    await advance(0);
    expect(smtp.received.map(textOf)).toEqual([expect.stringMatching(/one[\s\S]*two/)]);
  });

  test('an email that the mail server rejected waits too', async () => {
    const {database} = crew.server.platform;
    await crew.post(crew.bob, '@ann later');
    smtp.behave(451);
    await database.execute({text: 'update EmailNotifications set CreateAt = 0'});
    crew.server.features.emailNotifications.start();
    const rejected = async () =>
      (await queue()).map(
        ({attempts, nextattemptat}) => attempts === 1 && nextattemptat < Date.now() + 60_000,
      );
    await expect.poll(rejected).toEqual([true]);
    await scheduleNotifications(crew.ann, OVERNIGHT.withoutNoon);
    smtp.behave('accept');
    await database.execute({text: 'update MailQueue set NextAttemptAt = 0'});
    crew.server.platform.events.publish('mail:waiting', {});
    await expect.poll(queue).toEqual([]);
    expect(smtp.received).toEqual([]);
    await scheduleNotifications(crew.ann, '');
    await expect.poll(waitUntil).toEqual([0]);
    await advance(30_000);
    expect(textOf(smtp.received[0]!)).toContain('later');
  });
});

describe('with batching', () => {
  beforeEach(() => crew.server.platform.config.patch({EmailSettings: {EnableEmailBatching: true}}));

  const interval = (value: string) =>
    crew.ann.put(`/users/${crew.ann.id}/preferences`, [
      {user_id: crew.ann.id, category: 'notifications', name: 'email_interval', value},
    ]);

  test.each([
    ['15 minutes by default', '900', 899, 1],
    ['an hour', '3600', 3599, 1],
    ['immediately', '30', 29, 2],
  ])('messages are sent as the user chose: %s', async (_name, seconds, almost, emails) => {
    await interval(seconds);
    await crew.post(crew.bob, 'in private', {channel_id: direct});
    await crew.post(crew.bob, '@ann in public');
    await advance(almost * 1000);
    expect(smtp.received).toEqual([]);
    await advance(1000);
    expect(smtp.received).toHaveLength(emails);
    if (emails > 1) return;
    const text = textOf(smtp.received[0]!);
    expect(text).toMatch(/in private[\s\S]*in public/);
    expect(header(smtp.received[0]!, 'Subject')).toBe('[Patchbay] New messages');
    expect(header(smtp.received[0]!, 'References')).toBeUndefined();
  });

  test('an email that reaches the limit of messages is sent early', async () => {
    await interval('3600');
    await crew.server.platform.config.patch({EmailSettings: {EmailBatchingBufferSize: 2}});
    for (const message of ['one', 'two', 'three']) await crew.post(crew.bob, message, {channel_id: direct});
    await advance(0);
    expect(textOf(smtp.received[0]!)).toMatch(/one[\s\S]*two/);
    expect(smtp.received).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
  });
});

test('messages beyond the rate limit wait for the next email', async () => {
  const {ann, server} = crew;
  for (let i = 0; i < 31; i++) {
    await crew.post(crew.bob, `@ann number ${i}`);
  }
  await advance(30_000);
  expect(smtp.received).toHaveLength(30);
  expect(await waiting()).toEqual([{userid: ann.id, postid: expect.any(String)}]);
  await server.platform.database.execute({text: 'delete from RateLimits'});
  await advance(0);
  expect(smtp.received).toHaveLength(31);
});

test('two servers send a message only once', async () => {
  const {server} = crew;
  const other = await createTestServer({
    sharing: server,
    settings: {EmailSettings: {...smtp.settings, SendEmailNotifications: true}},
  });
  await crew.post(crew.bob, '@ann hello');
  await server.platform.database.execute({text: 'update EmailNotifications set CreateAt = 0'});
  const both = [server.features.emailNotifications, other.features.emailNotifications];
  for (const {start} of both) start();
  for (const {stop} of both) await stop();
  await expect.poll(queue).toEqual([]);
  expect(smtp.received).toHaveLength(1);
  await other.close();
});

describe('a link to unsubscribe', () => {
  async function link(): Promise<string> {
    await crew.post(crew.bob, '@ann hello');
    await advance(30_000);
    const url = /^<https:\/\/chat\.example\.com\/api\/v4(\/notifications\/unsubscribe\?token=\S+)>$/.exec(
      header(smtp.received.at(-1)!, 'List-Unsubscribe')!,
    );
    return url![1]!;
  }

  test('turns off email notifications without a session, and nothing else', async () => {
    const {ann, server} = crew;
    const path = await link();
    const page = textOf(smtp.received[0]!);
    expect(page).toContain(`https://chat.example.com/unsubscribe${path.slice(path.indexOf('?'))}`);
    const before = (await ann.get('/users/me')).body.notify_props;
    // Sent the way mail programs do.
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/v4${path}`,
      headers: {'content-type': 'application/x-www-form-urlencoded'},
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(response.statusCode).toBe(200);
    expect((await ann.get('/users/me')).body.notify_props).toEqual({...before, email: 'false'});
    await crew.post(crew.bob, '@ann again');
    expect(await waiting()).toEqual([]);
    expect((await server.anonymous.post(path)).status).toBe(200);
  });

  test('works only for the user and the address it was sent to', async () => {
    const {ann, cat, server} = crew;
    const path = await link();
    const invalid = {status: 400, body: {id: 'api.notifications.unsubscribe.invalid_token.app_error'}};
    expect(await server.anonymous.post(path.replace(ann.id, cat.id))).toMatchObject(invalid);
    expect(await server.anonymous.post(`${path}x`)).toMatchObject(invalid);
    expect(await server.anonymous.post('/notifications/unsubscribe?token=x')).toMatchObject(invalid);
    await server.admin.put(`/users/${ann.id}/patch`, {email: 'moved@example.com'});
    expect(await server.anonymous.post(path)).toMatchObject(invalid);
    await server.admin.put(`/users/${ann.id}/patch`, {email: 'ann@example.com'});
  });

  test('opens a page that asks for confirmation', async () => {
    const path = await link();
    const response = await crew.server.app.inject({method: 'GET', url: `/api/v4${path}`});
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      `https://chat.example.com/unsubscribe${path.slice(path.indexOf('?'))}`,
    ]);
    expect((await crew.ann.get('/users/me')).body.notify_props.email).toBe('true');
  });
});
