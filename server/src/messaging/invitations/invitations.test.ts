import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {startMailServer, textOf} from '../../../../test/support/mail-server.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {TEST_PASSWORD} from '../../../../test/support/test-server.ts';

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let crew: Crew;
let counter = 0;

const ON = {
  ServiceSettings: {EnableEmailInvitations: true, SiteURL: 'https://chat.example.com'},
  GuestAccountsSettings: {Enable: true, RestrictCreationToDomains: ''},
  TeamSettings: {EnableOpenServer: false},
};

beforeAll(async () => {
  smtp = await startMailServer();
  crew = await createCrew({...ON, EmailSettings: smtp.settings});
});
afterAll(async () => {
  await crew.close();
  await smtp.close();
});
beforeEach(() => crew.server.features.mail.start());
afterEach(async () => {
  const {server} = crew;
  await server.features.mail.stop();
  await server.platform.config.patch({...ON, EmailSettings: smtp.settings});
  for (const table of ['MailQueue', 'RateLimits', 'Tokens']) {
    await server.platform.database.execute({text: `delete from ${table}`});
  }
  smtp.received.length = 0;
});

const address = () => `new${++counter}@example.com`;
const invite = (emails: unknown, query = '') =>
  crew.bob.post(`/teams/${crew.teamId}/invite/email${query}`, emails);
// Administrators of a team can invite guests.
const inviteGuest = (emails: string[], channels: string[]) =>
  crew.server.admin.post(`/teams/${crew.teamId}/invite-guests/email`, {emails, channels, message: 'Come in'});

async function tokenIn(count = 1): Promise<string> {
  await expect.poll(() => smtp.received.length).toBe(count);
  const [, link] = /(https:\/\/chat\.example\.com\/signup_user_complete\/\S+)/.exec(
    textOf(smtp.received.at(-1)!),
  )!;
  return new URL(link!).searchParams.get('t')!;
}

const signUp = (token: string, email: string) =>
  crew.server.anonymous.post(`/users?t=${token}`, {
    username: `person${++counter}`,
    email,
    password: TEST_PASSWORD,
  });
const expired = {status: 400, body: {id: 'api.user.create_user.signup_link_expired.app_error'}};

describe('an invitation by email', () => {
  test('creates an account with this address in the team, once', async () => {
    const email = address();
    expect(await invite([email.toUpperCase()])).toMatchObject({status: 200, body: {status: 'OK'}});
    const token = await tokenIn();
    expect(textOf(smtp.received[0]!)).toContain('@bob invited you to join the team Crew');
    const stored = JSON.stringify(await crew.server.platform.database.rows({text: 'select * from Tokens'}));
    expect(stored).not.toContain(token);
    const {status, body} = await signUp(token, 'someone-else@example.com');
    expect([status, body.email, body.email_verified]).toEqual([201, email, true]);
    const member = await crew.ann.get(`/teams/${crew.teamId}/members/${body.id}`);
    expect(member.body).toMatchObject({scheme_user: true, scheme_guest: false});
    expect(await signUp(token, email)).toMatchObject(expired);
  });

  test('lets a user with an account join', async () => {
    await invite([address()]);
    const join = `/teams/members/invite?token=${await tokenIn()}`;
    const [one, other] = await Promise.all([crew.stranger.post(join), crew.stranger.post(join)]);
    expect([one.status, other.status].sort()).toEqual([201, 400]);
    expect((await crew.ann.get(`/teams/${crew.teamId}/members/${crew.stranger.id}`)).status).toBe(200);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'after 48 hours',
      () =>
        crew.server.platform.database.execute({
          text: 'update Tokens set CreateAt = CreateAt - 48 * 3600 * 1000 - 1000',
        }),
    ],
    ['after it was revoked', () => crew.server.admin.delete('/teams/invites/email')],
    [
      'if the person who invited has left the team',
      () => crew.server.admin.delete(`/teams/${crew.teamId}/members/${crew.bob.id}`),
    ],
  ])('does not work %s', async (_when, change) => {
    const email = address();
    await invite([email]);
    const token = await tokenIn();
    await change();
    expect(await signUp(token, email)).toMatchObject(expired);
    await crew.server.features.teams.addMember(crew.teamId, crew.bob.id, crew.ann.id);
  });

  test('is not sent after all invitations were revoked', async () => {
    await crew.server.features.mail.stop();
    await invite([address()]);
    expect((await crew.bob.delete('/teams/invites/email')).status).toBe(403);
    expect((await crew.server.admin.delete('/teams/invites/email')).status).toBe(200);
    expect(await crew.server.platform.database.rows({text: 'select * from MailQueue'})).toEqual([]);
  });

  test('reports a result per address on request, and otherwise the first error', async () => {
    const email = address();
    expect((await invite([email, 'nonsense'], '?graceful=true')).body).toEqual([
      {email, error: null},
      {
        email: 'nonsense',
        error: expect.objectContaining({id: 'api.team.invite_members.invalid_email.app_error'}),
      },
    ]);
    expect((await invite(['nonsense'])).status).toBe(400);
    await tokenIn();
  });

  test('is limited to 20 addresses per hour', async () => {
    await crew.server.features.mail.stop();
    const {body} = await invite(Array.from({length: 21}, address), '?graceful=true');
    const failed = (body as {error: {status_code: number} | null}[]).filter(({error}) => error);
    expect(failed.map(({error}) => error!.status_code)).toEqual([429]);
  });

  test('reports an address that got too many, and sends nothing more to it', async () => {
    await crew.server.features.mail.stop();
    const email = address();
    for (let sent = 0; sent < 5; sent++) expect((await invite([email])).status).toBe(200);
    const refused = {
      id: 'api.team.invite_members.address_limit.app_error',
      message: expect.stringContaining(email),
    };
    expect(await invite([email])).toMatchObject({status: 429, body: refused});
    const other = address();
    expect((await invite([email, other], '?graceful=true')).body).toEqual([
      {email, error: expect.objectContaining(refused)},
      {email: other, error: null},
    ]);
    const queued = await crew.server.platform.database.rows({text: 'select Id from MailQueue'});
    expect(queued).toHaveLength(6);
  });

  test('is sent by the command /invite_people, which reports each result', async () => {
    const command = async (line: string) =>
      (await crew.bob.post('/commands/execute', {channel_id: crew.channelId, command: line})).body.text;
    const [one, other] = [address(), address()];
    expect(await command(`/invite_people ${one}, Ann <${other}> no@body@home`)).toBe(
      `Invited ${one} and ${other}.\nNot invited: no@body@home. "no@body@home" is not an email address.`,
    );
    await tokenIn(2);
    expect(smtp.received.flatMap(({to}) => to).sort()).toEqual([one, other].sort());
    expect(await command('/invite_people ann')).toContain('/invite_people ann@example.com');
    await crew.server.platform.config.patch({EmailSettings: {SMTPServer: ''}});
    expect(await command(`/invite_people ${one}`)).toContain('does not send emails');
  });

  test('is rejected with a reason if disabled or without permission', async () => {
    const {server, stranger, channelId, bob, teamId} = crew;
    expect(
      (
        await server
          .withToken((await server.person('outsider')).token)
          .post(`/teams/${teamId}/invite/email`, [address()])
      ).status,
    ).toBe(403);
    expect(stranger.id).toBeTruthy();
    const guests = {emails: [address()], channels: [channelId]};
    expect((await bob.post(`/teams/${teamId}/invite-guests/email`, guests)).status).toBe(403);
    await server.platform.config.patch({GuestAccountsSettings: {Enable: false}});
    expect((await inviteGuest([address()], [channelId])).status).toBe(501);
    await server.platform.config.patch({ServiceSettings: {EnableEmailInvitations: false}});
    expect(await invite([address()])).toMatchObject({
      status: 501,
      body: {id: 'api.team.invite_members.disabled.app_error'},
    });
    await server.platform.config.patch({EmailSettings: {SMTPServer: ''}});
    expect(await invite([address()])).toMatchObject({
      status: 501,
      body: {id: 'api.email.disabled.app_error'},
    });
  });
});

describe('open invitations', () => {
  const list = (person = crew.bob, query = '') => person.get(`/teams/${crew.teamId}/invites/email${query}`);
  const revoke = (id: string, person = crew.bob) =>
    person.delete(`/teams/${crew.teamId}/invites/email/${id}`);
  const emailsOf = ({body}: {body: {email: string}[]}) => body.map(({email}) => email);

  test('are listed with their inviter and expiry until they are accepted', async () => {
    const email = address();
    await invite([email]);
    const token = await tokenIn();
    await expect.poll(async () => (await list()).body[0]?.sent_at).toBeGreaterThan(0);
    const {status, body} = await list();
    expect([status, body]).toEqual([
      200,
      [
        {
          id: expect.stringMatching(/^[a-z0-9]{26}$/),
          team_id: crew.teamId,
          email,
          is_guest: false,
          inviter_id: crew.bob.id,
          create_at: expect.any(Number),
          sent_at: body[0].create_at,
          expires_at: body[0].sent_at + 48 * 3600 * 1000,
        },
      ],
    ]);
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await signUp(token, email)).status).toBe(201);
    expect((await list()).body).toEqual([]);
  });

  test('are revoked one by one', async () => {
    const [one, other] = [address(), address()];
    await invite([one]);
    const token = await tokenIn();
    await invite([other]);
    const otherToken = await tokenIn(2);
    const {body} = await list();
    expect(emailsOf({body}).sort()).toEqual([one, other].sort());
    const {id} = (body as {email: string; id: string}[]).find(({email}) => email === one)!;
    expect((await revoke(id)).status).toBe(200);
    expect(emailsOf(await list())).toEqual([other]);
    expect(await signUp(token, one)).toMatchObject(expired);
    expect(await revoke(id)).toMatchObject({
      status: 404,
      body: {id: 'api.team.invitation.missing.app_error'},
    });
    expect((await signUp(otherToken, other)).status).toBe(201);
  });

  test('that are queued are listed, and not sent once revoked', async () => {
    await crew.server.features.mail.stop();
    const [one, other] = [address(), address()];
    await invite([one, other]);
    const {body} = await list(crew.bob, '?per_page=1');
    expect(body).toMatchObject([{sent_at: 0, expires_at: 0}]);
    expect((await list(crew.bob, '?page=1&per_page=1')).body).toHaveLength(1);
    expect((await revoke(body[0].id)).status).toBe(200);
    crew.server.features.mail.start();
    await tokenIn();
    await expect.poll(async () => (await list()).body[0]?.sent_at).toBeGreaterThan(0);
    const remaining = [one, other].filter((email) => email !== body[0].email);
    expect(smtp.received.flatMap(({to}) => to)).toEqual(remaining);
  });

  test('exclude invitations that expired or that the mail server rejected', async () => {
    await invite([address()]);
    await tokenIn();
    await crew.server.platform.database.execute({
      text: 'update Tokens set CreateAt = CreateAt - 48 * 3600 * 1000',
    });
    smtp.behave(550);
    await invite([address()]);
    await expect.poll(async () => (await list()).body).toEqual([]);
    smtp.behave('accept');
  });

  test('are shown to their inviters, and to people who manage the team', async () => {
    await crew.server.features.mail.stop();
    const email = address();
    await invite([email]);
    const {ann: teamAdmin, cat: member, server} = crew;
    const {body} = await list();
    expect(emailsOf({body})).toEqual([email]);
    for (const manager of [teamAdmin, server.admin]) expect((await list(manager)).body).toEqual(body);
    expect((await list(member)).body).toEqual([]);
    expect((await revoke(body[0].id, member)).status).toBe(404);
    const outsider = await crew.server.person(`outsider${++counter}`);
    expect((await list(outsider)).status).toBe(403);
    expect((await revoke(body[0].id, outsider)).status).toBe(403);
    expect((await revoke(body[0].id, teamAdmin)).status).toBe(200);
    expect((await list()).body).toEqual([]);
  });

  test('of all teams are listed for administrators, by address and kind', async () => {
    await crew.server.features.mail.stop();
    const {ann, bob, server} = crew;
    const other = await server.features.teams.create(
      {name: `other${++counter}`, display_name: 'Other', type: 'O'},
      ann.id,
    );
    const [member, guest, elsewhere] = [address(), address(), address()];
    await invite([member]);
    await inviteGuest([guest], [crew.channelId]);
    await ann.post(`/teams/${other.id}/invite/email`, [elsewhere]);
    const all = async (query = '', person = server.admin) =>
      (await person.get(`/teams/invites/email${query}`)) as {status: number; body: {email: string}[]};
    const {status, body} = await all();
    expect([status, emailsOf({body}).sort()]).toEqual([200, [member, guest, elsewhere].sort()]);
    expect(body).toContainEqual({
      id: expect.any(String),
      team_id: other.id,
      team_display_name: 'Other',
      email: elsewhere,
      is_guest: false,
      inviter_id: ann.id,
      create_at: expect.any(Number),
      sent_at: 0,
      expires_at: 0,
    });
    expect(emailsOf(await all('?is_guest=true'))).toEqual([guest]);
    expect(emailsOf(await all('?is_guest=false')).sort()).toEqual([member, elsewhere].sort());
    expect(emailsOf(await all(`?term=${elsewhere.slice(0, -3).toUpperCase()}`))).toEqual([elsewhere]);
    expect(emailsOf(await all('?term=%25'))).toEqual([]);
    expect((await all('?per_page=2')).body).toHaveLength(2);
    expect((await all('?page=1&per_page=2')).body).toHaveLength(1);
    // Not even people who manage one of the teams see those of the others.
    for (const person of [ann, bob]) expect((await all('', person)).status).toBe(403);
  });

  test('are announced when they change, but not to other teams', async () => {
    const base = await crew.server.listen();
    const outsider = await crew.server.person(`outsider${++counter}`);
    const [his, other] = await Promise.all([crew.bob, outsider].map(({token}) => openSocket(base, {token})));
    await crew.server.features.mail.stop();
    await invite([address()]);
    expect((await his!.next('invitations_changed')).data).toEqual({team_id: crew.teamId});
    await revoke((await list()).body[0].id);
    await his!.next('invitations_changed');
    await other!.ask('ping');
    expect(other!.heard.filter(({event}) => event === 'invitations_changed')).toEqual([]);
    await crew.server.admin.delete('/teams/invites/email');
    expect((await other!.next('invitations_changed')).data).toEqual({});
    await Promise.all([his!.cut(), other!.cut()]);
  });
});

describe('a guest invitation', () => {
  test('creates a guest in the chosen channels only', async () => {
    const channelId = await crew.channel(`guests${++counter}`, [crew.ann]);
    const email = address();
    expect((await inviteGuest([email], [channelId])).status).toBe(200);
    const token = await tokenIn();
    expect(textOf(smtp.received[0]!)).toContain('Come in');
    const {status, body} = await signUp(token, email);
    expect([status, body.roles]).toEqual([201, 'system_guest']);
    const channels = await crew.server.platform.database.rows<{channelid: string}>({
      text: 'select ChannelId from ChannelMembers where UserId = $1',
      values: [body.id],
    });
    expect(channels).toEqual([{channelid: channelId}]);
  });

  test('does not make an existing user a member of the team', async () => {
    const channelId = await crew.channel(`guests${++counter}`, [crew.ann]);
    const outsider = await crew.server.person(`outsider${++counter}`);
    const email = address();
    await inviteGuest([email], [channelId]);
    const token = await tokenIn();
    expect(await outsider.post(`/teams/members/invite?token=${token}`)).toMatchObject({
      status: 400,
      body: {id: 'api.user.create_user.invalid_invitation_type.app_error'},
    });
    expect((await crew.ann.get(`/teams/${crew.teamId}/members/${outsider.id}`)).status).toBe(404);
    expect((await signUp(token, email)).status).toBe(201);
  });

  test('is only for allowed domains and for channels of the team', async () => {
    const {channelId, server, ann} = crew;
    const other = await server.features.teams.create(
      {name: `other${++counter}`, display_name: 'Other', type: 'O'},
      ann.id,
    );
    const elsewhere = (await server.features.channels.byName(other.id, 'town-square')).id;
    expect((await inviteGuest([address()], [elsewhere])).status).toBe(403);
    await server.platform.config.patch({
      GuestAccountsSettings: {RestrictCreationToDomains: 'partner.example'},
    });
    expect((await inviteGuest([address()], [channelId])).status).toBe(400);
  });
});
