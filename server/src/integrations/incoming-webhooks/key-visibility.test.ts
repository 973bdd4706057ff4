import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';

// Anyone with the key of a webhook can post in its owner's name, so others can manage the webhook without seeing the
// key.

let crew: Crew;
let admin: Person;
/** Another administrator of the team, who owns the webhook. */
let dan: Person;
let key: string;
/** The webhook's id as ann sees it, who is not the owner. */
let id: string;

beforeAll(async () => {
  crew = await createCrew();
  admin = crew.server.admin;
  dan = await crew.server.person('dan');
  await crew.server.features.teams.addMember(crew.teamId, dan.id, crew.ann.id);
  const path = `/teams/${crew.teamId}/members/${dan.id}/schemeRoles`;
  expect((await admin.put(path, {scheme_admin: true, scheme_user: true})).status).toBe(200);
});
afterAll(() => crew.close());

beforeEach(async () => {
  await crew.server.platform.database.execute({text: 'delete from IncomingWebhooks'});
  const created = await dan.post('/hooks/incoming', {channel_id: crew.channelId, display_name: 'CI'});
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  key = created.body.id;
  const {body} = await crew.ann.get(`/hooks/incoming?team_id=${crew.teamId}`);
  expect(body).toMatchObject([{display_name: 'CI', user_id: dan.id, key_hidden: true}]);
  id = body[0].id;
});

const send = (address: string, body: object = {}) =>
  crew.server.anonymous.post(`/hooks/${address}`, {text: 'x', ...body});

describe('another administrator of the team', () => {
  test('can manage the webhook by an id, and no response shows the key', async () => {
    const {ann} = crew;
    const hook = `/hooks/incoming/${id}`;
    expect((await send(key)).status).toBe(200);
    const responses = {
      list: await ann.get(`/hooks/incoming?team_id=${crew.teamId}`),
      count: await ann.get(`/hooks/incoming?team_id=${crew.teamId}&include_total_count=true`),
      get: await ann.get(hook),
      byKey: await ann.get(`/hooks/incoming/${key}`),
      edit: await ann.put(hook, {id, display_name: 'Builds', channel_locked: true}),
      deliveries: await ann.get(`${hook}/deliveries`),
      offer: await ann.post(`${hook}/transfer`, {user_id: dan.id}),
      pending: await ann.get(`${hook}/transfer`),
      cancel: await ann.delete(`${hook}/transfer`),
      delete: await ann.delete(hook),
    };
    const statuses = Object.entries(responses).map(([what, {status}]) => `${what} ${status}`);
    expect(statuses).toEqual([
      'list 200',
      'count 200',
      'get 200',
      'byKey 200',
      'edit 201',
      'deliveries 200',
      'offer 202',
      'pending 200',
      'cancel 200',
      'delete 200',
    ]);
    for (const [what, {body, headers}] of Object.entries(responses)) {
      expect(JSON.stringify([body, headers]), what).not.toContain(key);
    }
    expect(responses.get.body).toMatchObject({id, key_hidden: true, user_id: dan.id});
    expect(responses.edit.body).toMatchObject({id, key_hidden: true, display_name: 'Builds'});
    expect((await send(key)).status).toBe(400);
  });

  test('cannot post with the id', async () => {
    const unknown = await send('y'.repeat(26));
    const refused = await send(id, {channel: `@${crew.bob.username}`});
    expect(refused).toMatchObject({status: 400, body: {id: 'web.incoming_webhook.invalid.app_error'}});
    expect({...refused.body, request_id: ''}).toEqual({...unknown.body, request_id: ''});
  });

  test.each([
    ['get a new key', 'post', 'regenerate', 'can regenerate its key'],
    ['get a signing secret', 'post', 'signing_secret', 'can change its signing'],
    ['disable signatures', 'delete', 'signing_secret', 'can change its signing'],
  ] as const)('cannot %s', async (_what, method, path, message) => {
    for (const address of [id, key]) {
      expect(await crew.ann[method](`/hooks/incoming/${address}/${path}`)).toMatchObject({
        status: 403,
        body: {
          id: 'api.context.permissions.app_error',
          message: expect.stringContaining(`Only the webhook's owner or a system administrator ${message}`),
        },
      });
    }
    expect((await send(key)).status).toBe(200);
    expect((await dan.get(`/hooks/incoming/${key}`)).body).toMatchObject({id: key, signed: false});
  });

  test('sees the key of a webhook after taking it over, and its former owner no longer does', async () => {
    const taken = await crew.ann.post(`/hooks/incoming/${id}/transfer`, {user_id: crew.ann.id});
    expect(taken).toMatchObject({status: 200, body: {id: key, user_id: crew.ann.id}});
    expect(taken.body).not.toHaveProperty('key_hidden');
    expect((await dan.get(`/hooks/incoming/${key}`)).body).toMatchObject({id, key_hidden: true});
    expect((await dan.post(`/hooks/incoming/${key}/regenerate`)).status).toBe(403);
  });

  test('can offer a webhook without seeing its key, which the new owner sees after accepting', async () => {
    const eve = await crew.server.person(`eve${Date.now()}`);
    await crew.server.features.teams.addMember(crew.teamId, eve.id, crew.ann.id);
    const path = `/teams/${crew.teamId}/members/${eve.id}/schemeRoles`;
    await admin.put(path, {scheme_admin: true, scheme_user: true});
    const offer = await crew.ann.post(`/hooks/incoming/${id}/transfer`, {user_id: eve.id});
    expect(offer.status).toBe(202);
    expect((await eve.post(`/integrations/transfers/${offer.body.id}/accept`)).body.integration_id).toBe(key);
    expect((await eve.get(`/hooks/incoming/${key}`)).body).toMatchObject({id: key, user_id: eve.id});
    expect((await crew.ann.get(`/hooks/incoming/${id}`)).body).toMatchObject({id, key_hidden: true});
  });
});

test.each([
  ['the owner', () => dan],
  ['a system administrator', () => admin],
])('%s sees the key, and can manage the webhook by key and by id', async (_who, who) => {
  const person = who();
  const list = (await person.get(`/hooks/incoming?team_id=${crew.teamId}`)).body;
  const got = (await person.get(`/hooks/incoming/${id}`)).body;
  const edited = (await person.put(`/hooks/incoming/${id}`, {id, display_name: 'Builds'})).body;
  for (const hook of [...list, got, edited]) {
    expect(hook.id).toBe(key);
    expect(hook).not.toHaveProperty('key_hidden');
  }
  const renewed = (await person.post(`/hooks/incoming/${id}/regenerate`)).body;
  expect(renewed.id).not.toBe(key);
  expect((await send(renewed.id)).status).toBe(200);
  expect((await send(key)).status).toBe(400);
  const {secret} = (await person.post(`/hooks/incoming/${renewed.id}/signing_secret`)).body;
  expect(secret).toHaveLength(52);
  expect((await person.delete(`/hooks/incoming/${id}/signing_secret`)).status).toBe(200);
  expect((await person.delete(`/hooks/incoming/${id}`)).status).toBe(200);
});
