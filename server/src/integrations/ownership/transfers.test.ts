import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';

// A webhook acts in its owner's name, so no one becomes an owner without consent.

let crew: Crew;
let admin: Person;
/** A second administrator of the team. Ann, who created it, is the first. */
let dan: Person;
let danIsAdmin: (value: boolean) => Promise<void>;

beforeAll(async () => {
  crew = await createCrew({GuestAccountsSettings: {Enable: true}});
  admin = crew.server.admin;
  dan = await crew.server.person('dan');
  danIsAdmin = async (value) => {
    const path = `/teams/${crew.teamId}/members/${dan.id}/schemeRoles`;
    const answer = await admin.put(path, {scheme_admin: value, scheme_user: true});
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
});
afterAll(() => crew.close());

describe.each([
  ['incoming', 'incoming_webhook', 'user_id', (more: object) => ({channel_id: crew.channelId, ...more})],
  [
    'outgoing',
    'outgoing_webhook',
    'creator_id',
    (more: object) => ({
      team_id: crew.teamId,
      trigger_words: ['build'],
      callback_urls: [`http://127.0.0.1:9/${Math.random()}`],
      ...more,
    }),
  ],
] as const)('an %s webhook', (section, kind, ownerField, input) => {
  let id: string;

  beforeEach(async () => {
    await crew.server.features.teams.addMember(crew.teamId, dan.id, crew.ann.id);
    await danIsAdmin(true);
    await crew.server.platform.database.execute({text: 'delete from OwnershipTransfers'});
    id = await createHook();
  });

  async function createHook(more: object = {}): Promise<string> {
    const body = input({display_name: 'CI', description: 'Build results', ...more});
    const created = await crew.ann.post(`/hooks/${section}`, body);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    return created.body.id;
  }

  const ownerOf = async (hookId = id) => (await admin.get(`/hooks/${section}/${hookId}`)).body[ownerField];
  const transfer = (by: Person, to: {id: string}, hookId = id) =>
    by.post(`/hooks/${section}/${hookId}/transfer`, {user_id: to.id});
  const pending = async (by: Person) => (await by.get(`/hooks/${section}/${id}/transfer`)).body.transfer;
  const offersTo = async (person: Person): Promise<{id: string}[]> =>
    (await person.get('/integrations/transfers')).body;
  const answer = (by: Person, offerId: string, how: 'accept' | 'decline') =>
    by.post(`/integrations/transfers/${offerId}/${how}`);

  async function offer(to = dan, hookId = id): Promise<{id: string}> {
    const created = await transfer(crew.ann, to, hookId);
    expect(created.status, JSON.stringify(created.body)).toBe(202);
    return created.body;
  }

  async function expectGone(offerId: string) {
    expect(await offersTo(dan)).not.toContainEqual(expect.objectContaining({id: offerId}));
    expect((await answer(dan, offerId, 'accept')).status).toBe(404);
  }

  test('is offered, and belongs to the new owner after they accept', async () => {
    const created = await offer();
    expect(created).toEqual({
      id: expect.stringMatching(/^\w{26}$/),
      kind,
      display_name: 'CI',
      description: 'Build results',
      team_id: crew.teamId,
      channel_id: section === 'incoming' ? crew.channelId : '',
      owner_id: crew.ann.id,
      offered_by: crew.ann.id,
      new_owner_id: dan.id,
      create_at: expect.any(Number),
      expires_at: expect.any(Number),
    });
    expect(await ownerOf()).toBe(crew.ann.id);
    expect(await pending(crew.ann)).toEqual(created);
    expect(await offersTo(dan)).toEqual([created]);
    expect(await offersTo(crew.bob)).toEqual([]);
    // The id of an incoming webhook is the key in its URL.
    expect(JSON.stringify(await offersTo(dan))).not.toContain(id);

    expect(await answer(dan, created.id, 'accept')).toMatchObject({
      status: 200,
      body: {kind, integration_id: id},
    });
    expect(await ownerOf()).toBe(dan.id);
    expect([await pending(dan), await offersTo(dan)]).toEqual([null, []]);
    expect((await answer(dan, created.id, 'accept')).status).toBe(404);
  });

  test('stays with its owner when the offer is declined or canceled', async () => {
    const declined = await offer();
    expect((await answer(dan, declined.id, 'decline')).body).toEqual({status: 'OK'});
    await expectGone(declined.id);
    const canceled = await offer();
    expect((await crew.ann.delete(`/hooks/${section}/${id}/transfer`)).body).toEqual({status: 'OK'});
    await expectGone(canceled.id);
    expect((await crew.ann.delete(`/hooks/${section}/${id}/transfer`)).status).toBe(404);
    expect(await ownerOf()).toBe(crew.ann.id);
  });

  test('can only be accepted by the new owner', async () => {
    const created = await offer();
    for (const other of [crew.ann, crew.bob, admin]) {
      expect((await answer(other, created.id, 'accept')).status).toBe(404);
      expect((await answer(other, created.id, 'decline')).status).toBe(404);
    }
    expect((await crew.bob.delete(`/hooks/${section}/${id}/transfer`)).status).toBe(403);
    expect((await crew.bob.get(`/hooks/${section}/${id}/transfer`)).status).toBe(403);
    expect(await ownerOf()).toBe(crew.ann.id);
  });

  test('can be transferred immediately by a system administrator, which cancels an offer', async () => {
    const created = await offer();
    const done = await transfer(admin, crew.bob);
    expect(done).toMatchObject({status: 200, body: {id, [ownerField]: crew.bob.id}});
    await expectGone(created.id);
    expect(await ownerOf()).toBe(crew.bob.id);
  });

  test('can be taken over immediately by another team administrator', async () => {
    expect((await transfer(dan, dan)).status).toBe(200);
    expect(await ownerOf()).toBe(dan.id);
  });

  test('can only be offered to one user at a time', async () => {
    const first = await offer();
    const second = await offer(admin);
    await expectGone(first.id);
    expect(await pending(crew.ann)).toEqual(second);
  });

  test.each([
    ['who cannot manage such webhooks', () => crew.bob, 'api.integration_transfer.permissions.app_error'],
    ['outside the team', () => crew.stranger, 'api.webhook.owner.app_error'],
  ])('cannot be offered to someone %s', async (_name, person, errorId) => {
    expect(await transfer(crew.ann, person())).toMatchObject({status: 400, body: {id: errorId}});
    expect(await pending(crew.ann)).toBeNull();
  });

  test('cannot belong to a bot, not even through an administrator', async () => {
    const {body: bot} = await admin.post('/bots', {username: `b${id.slice(0, 10)}`});
    await crew.server.features.teams.addMember(crew.teamId, bot.user_id, crew.ann.id);
    expect((await transfer(admin, {id: bot.user_id})).status).toBe(400);
  });

  test('cannot be offered by someone who may not manage it', async () => {
    expect((await transfer(crew.bob, crew.bob)).status).toBe(403);
    expect((await transfer(crew.stranger, crew.stranger)).status).toBe(403);
  });

  describe('is no longer offered once', () => {
    test.each<[string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
      ['it is deleted', () => crew.ann.delete(`/hooks/${section}/${id}`)],
      ['the new owner can no longer manage such webhooks', () => danIsAdmin(false)],
      ['the new owner has left the team', () => admin.delete(`/teams/${crew.teamId}/members/${dan.id}`)],
      [
        'the person who offered it is deactivated',
        () => admin.put(`/users/${crew.ann.id}/active`, {active: false}),
        async () => {
          await admin.put(`/users/${crew.ann.id}/active`, {active: true});
          const {token} = await crew.server.features.sessions.open(
            await crew.server.features.users.byId(crew.ann.id),
          );
          Object.assign(crew.ann, crew.server.withToken(token));
        },
      ],
      [
        'it belongs to someone else',
        () =>
          crew.server.platform.database.execute({
            text: `
              update ${section === 'incoming' ? 'IncomingWebhooks set UserId' : 'OutgoingWebhooks set CreatorId'} = $1
              where Id in (select IntegrationId from OwnershipTransfers)`,
            values: [admin.id],
          }),
      ],
      [
        'a week is over',
        () =>
          crew.server.platform.database.execute({
            text: 'update OwnershipTransfers set ExpiresAt = $1',
            values: [Date.now() - 1],
          }),
      ],
    ])('%s', async (_name, happen, after) => {
      const created = await offer();
      expect(await offersTo(dan)).toEqual([created]);
      await happen();
      await expectGone(created.id);
      await after?.();
    });

    test('the person who offered it no longer manages the team', async () => {
      const created = (await transfer(dan, admin)).body;
      expect(await offersTo(admin)).toContainEqual(created);
      await danIsAdmin(false);
      expect(await offersTo(admin)).not.toContainEqual(created);
      expect((await answer(admin, created.id, 'accept')).status).toBe(404);
    });
  });

  test('is no longer offered after it changes what it reaches or calls', async () => {
    const created = await offer();
    const path = `/hooks/${section}/${id}`;
    const edit = async (changes: object) => {
      const {body} = await crew.ann.get(path);
      const {status} = await crew.ann.put(path, {...body, ...changes});
      expect(status).toBe(section === 'incoming' ? 201 : 200);
    };
    await edit({display_name: 'Builds'});
    expect((await offersTo(dan)).map((offered) => offered.id)).toEqual([created.id]);
    const channel_id = await crew.channel(`other-${id.slice(0, 8)}`, [crew.ann, dan]);
    await edit({channel_id});
    await expectGone(created.id);
    expect(await ownerOf()).toBe(crew.ann.id);
  });

  test('cannot be changed by the former owner, whose update started before the new owner accepted', async () => {
    const created = await offer();
    const path = `/hooks/${section}/${id}`;
    const {body} = await crew.ann.get(path);
    const channel_id = await crew.channel(`late-${id.slice(0, 8)}`, [crew.ann, dan]);
    const {database} = crew.server.platform;
    const change = await database.transaction(async (tx) => {
      await tx.execute({
        text: 'select from OwnershipTransfers where Id = $1 for update',
        values: [created.id],
      });
      const accepted = answer(dan, created.id, 'accept');
      await waiting(1);
      const changed = crew.ann.put(path, {...body, channel_id});
      await waiting(2);
      return Promise.all([accepted, changed].map((request) => ({request})));
    });
    const [accepted, changed] = await Promise.all(change.map(({request}) => request));
    expect([accepted!.status, changed!.status]).toEqual([200, 403]);
    expect((await admin.get(path)).body.channel_id).toBe(body.channel_id);
  });

  test('is removed from the offers when it is deleted', async () => {
    await offer();
    await crew.ann.delete(`/hooks/${section}/${id}`);
    await crew.server.features.ownership.transfers.sweep();
    const rows = await crew.server.platform.database.rows({
      text: 'select Id from OwnershipTransfers where IntegrationId = $1',
      values: [id],
    });
    expect(rows).toEqual([]);
  });

  test('in a private channel can only be offered to members of the channel', async () => {
    const channelId = await crew.channel(`private-${id.slice(0, 8)}`, [crew.ann], 'P');
    const hookId = await createHook({channel_id: channelId, allow_private_channel: true});
    expect((await transfer(crew.ann, dan, hookId)).status).toBe(section === 'incoming' ? 400 : 403);
    await crew.server.features.channels.addMember(channelId, dan.id, crew.ann.id);
    const created = await offer(dan, hookId);
    await crew.ann.delete(`/channels/${channelId}/members/${dan.id}`);
    expect((await answer(dan, created.id, 'accept')).status).toBe(403);
    expect(await ownerOf(hookId)).toBe(crew.ann.id);
  });

  test('is audited, without its key', async () => {
    const created = await offer();
    await answer(dan, created.id, 'accept');
    await transfer(admin, crew.ann);
    const {body: entries} = await admin.get('/audits?per_page=200');
    const ofIt = entries.filter(({extra_info}: {extra_info: string}) => extra_info.includes(`new_owner_id=`));
    expect(ofIt.slice(0, 3)).toMatchObject([
      {user_id: admin.id, action: `/api/v4/hooks/${section}/:hook_id/transfer`},
      {user_id: dan.id, action: '/api/v4/integrations/transfers/:transfer_id/accept'},
      {user_id: crew.ann.id, extra_info: expect.stringContaining(`transfer_id=${created.id}`)},
    ]);
    expect(JSON.stringify(entries)).not.toContain(id);
  });
});

/** Resolves when this many statements wait for a lock on the offer. */
const waiting = (statements: number) =>
  expect
    .poll(() =>
      crew.server.platform.database.row({
        text: `
          select count(*) as count from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%delete from OwnershipTransfers%'`,
      }),
    )
    .toEqual({count: statements});

test('an offer stays valid when an incoming webhook gets a new key', async () => {
  await crew.server.features.teams.addMember(crew.teamId, dan.id, crew.ann.id);
  await danIsAdmin(true);
  const {body: hook} = await crew.ann.post('/hooks/incoming', {channel_id: crew.channelId});
  const {body: offer} = await crew.ann.post(`/hooks/incoming/${hook.id}/transfer`, {user_id: dan.id});
  const {body: renewed} = await crew.ann.post(`/hooks/incoming/${hook.id}/regenerate`);
  const accepted = await dan.post(`/integrations/transfers/${offer.id}/accept`);
  expect(accepted.body).toEqual({kind: 'incoming_webhook', integration_id: renewed.id});
});
