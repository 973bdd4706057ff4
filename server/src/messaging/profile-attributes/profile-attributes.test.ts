import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';
import type {AttributeField, NewAttributeField} from './schema.ts';

let server: TestServer;
let admin: Person;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await createTestServer();
  ({admin} = server);
  [ann, bob] = [await server.person('ann'), await server.person('bob')];
});
afterAll(() => server.close());
afterEach(async () => {
  for (const {id} of (await admin.get(FIELDS)).body) await admin.delete(`${FIELDS}/${id}`);
});

const FIELDS = '/custom_profile_attributes/fields';
const VALUES = '/custom_profile_attributes/values';

async function field(sent: NewAttributeField): Promise<AttributeField> {
  const {status, body} = await admin.post(FIELDS, sent);
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}
const valuesOf = async (reader: Person, person: Person) =>
  (await reader.get(`/users/${person.id}/custom_profile_attributes`)).body;

test('attributes are created, changed and deleted, and everyone is notified immediately', async () => {
  const address = await server.listen();
  const socket = await openSocket(address, {token: bob.token});
  const {body: group} = await ann.get('/custom_profile_attributes/group');
  const pronouns = await field({name: ' Pronouns ', type: 'text'});
  expect(pronouns).toEqual({
    id: expect.any(String),
    group_id: group.id,
    name: 'Pronouns',
    type: 'text',
    attrs: {visibility: 'when_set', sort_order: 0, value_type: '', managed: '', ldap: '', saml: ''},
    target_id: '',
    target_type: 'system',
    object_type: 'user',
    create_at: expect.any(Number),
    update_at: expect.any(Number),
    delete_at: 0,
    created_by: admin.id,
    updated_by: admin.id,
  });
  expect((await socket.next('custom_profile_attributes_field_created')).data).toEqual({field: pronouns});

  const {attrs} = await field({
    name: 'Office',
    type: 'select',
    attrs: {options: [{name: 'Lisbon'}, {id: '', name: 'Oslo', color: 'blue'}]},
  });
  expect(attrs).toMatchObject({
    sort_order: 1,
    options: [
      {id: expect.stringMatching(/^[a-z0-9]{26}$/), name: 'Lisbon'},
      {id: expect.stringMatching(/^[a-z0-9]{26}$/), name: 'Oslo', color: 'blue'},
    ],
  });
  expect((await ann.get(FIELDS)).body.map(({name}: AttributeField) => name)).toEqual(['Pronouns', 'Office']);

  const {body: changed} = await admin.patch(`${FIELDS}/${pronouns.id}`, {
    name: 'pronouns',
    attrs: {display_name: 'Pronouns', sort_order: 2, ldap: ''},
  });
  expect(changed).toMatchObject({
    name: 'pronouns',
    attrs: {display_name: 'Pronouns', sort_order: 2, visibility: 'when_set'},
  });
  expect(changed.update_at).toBeGreaterThan(pronouns.update_at);
  const updated = await socket.next('custom_profile_attributes_field_updated');
  expect(updated.data).toEqual({field: changed, delete_values: false});
  expect((await ann.get(FIELDS)).body.map(({name}: AttributeField) => name)).toEqual(['Office', 'pronouns']);

  // Existing values are not valid for another type.
  await ann.patch(VALUES, {[pronouns.id]: 'she/her'});
  await admin.patch(`${FIELDS}/${pronouns.id}`, {type: 'date'});
  expect((await socket.next('custom_profile_attributes_field_updated')).data).toMatchObject({
    field: {type: 'date'},
    delete_values: true,
  });
  expect(await valuesOf(ann, ann)).toEqual({});

  expect(await admin.delete(`${FIELDS}/${pronouns.id}`)).toMatchObject({body: {status: 'OK'}});
  expect((await socket.next('custom_profile_attributes_field_deleted')).data).toEqual({
    field_id: pronouns.id,
  });
  expect((await admin.patch(`${FIELDS}/${pronouns.id}`, {name: 'x'})).status).toBe(404);
  // The name can be used again.
  await field({name: 'pronouns', type: 'text'});
  await socket.cut();
});

test('people set their own values and see the values of others immediately, except hidden ones', async () => {
  const pronouns = await field({name: 'Pronouns', type: 'text'});
  const badge = await field({name: 'Badge', type: 'text', attrs: {visibility: 'hidden'}});
  const address = `http://127.0.0.1:${(server.app.server.address() as {port: number}).port}`;
  const [bobs, anns] = [
    await openSocket(address, {token: bob.token}),
    await openSocket(address, {token: ann.token}),
  ];
  const sent = {[pronouns.id]: ' she/her ', [badge.id]: '17'};
  const stored = {[pronouns.id]: 'she/her', [badge.id]: '17'};
  expect(await ann.patch(VALUES, sent)).toMatchObject({status: 200, body: stored});
  const seenBy = async (socket: typeof bobs) =>
    (await socket.next('custom_profile_attributes_values_updated')).data;
  expect(await seenBy(anns)).toEqual({user_id: ann.id, values: stored});
  expect(await seenBy(bobs)).toEqual({user_id: ann.id, values: {[pronouns.id]: 'she/her'}});
  expect(await valuesOf(ann, ann)).toEqual(stored);
  expect(await valuesOf(admin, ann)).toEqual(stored);
  expect(await valuesOf(bob, ann)).toEqual({[pronouns.id]: 'she/her'});

  // A change of hidden values is not sent to others, so the next event that bob receives is the one after it.
  await ann.patch(VALUES, {[badge.id]: '18'});
  await admin.patch(`/users/${ann.id}/custom_profile_attributes`, {[pronouns.id]: ''});
  expect(await seenBy(bobs)).toEqual({user_id: ann.id, values: {[pronouns.id]: ''}});
  expect(await valuesOf(ann, ann)).toEqual({[pronouns.id]: '', [badge.id]: '18'});
  await Promise.all([bobs.cut(), anns.cut()]);

  // People can't set values of others, and a guest can't see people of other channels.
  expect((await bob.patch(`/users/${ann.id}/custom_profile_attributes`, sent)).status).toBe(403);
  const guest = await server.person('gus');
  await server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
  expect((await admin.post(`/users/${guest.id}/demote`)).status).toBe(200);
  expect((await guest.get(`/users/${ann.id}/custom_profile_attributes`)).status).toBe(403);
});

test('values have the type of their attribute', async () => {
  const {id: text} = await field({name: 'Text', type: 'text'});
  const {id: email} = await field({name: 'Email', type: 'text', attrs: {value_type: 'email'}});
  const {id: url} = await field({name: 'Page', type: 'text', attrs: {value_type: 'url'}});
  const options = [{name: 'Red'}, {name: 'Blue'}];
  const one = await field({name: 'Color', type: 'select', attrs: {options}});
  const several = await field({name: 'Colors', type: 'multiselect', attrs: {options}});
  const {id: day} = await field({name: 'Birthday', type: 'date'});
  const {id: manager} = await field({name: 'Manager', type: 'user'});
  const {id: team} = await field({name: 'Reports', type: 'multiuser'});
  const [red, blue] = several.attrs.options!.map(({id}) => id);
  const [onlyRed] = one.attrs.options!.map(({id}) => id);
  const valid = {
    [text]: 'x'.repeat(64),
    [email]: 'ann@example.com',
    [url]: 'https://example.com/ann',
    [one.id]: onlyRed,
    [several.id]: [blue, red, ''],
    [day]: '1990-02-28',
    [manager]: bob.id,
    [team]: [admin.id, admin.id],
  };
  const stored = {...valid, [several.id]: [blue, red], [team]: [admin.id]};
  expect(await ann.patch(VALUES, valid)).toMatchObject({status: 200, body: stored});

  for (const [id, value, status = 400] of [
    [text, 'x'.repeat(65)],
    [text, ['a']],
    [email, 'ann'],
    [url, 'javascript:alert(1)'],
    [url, 'example.com'],
    [one.id, red],
    [several.id, onlyRed],
    [several.id, [onlyRed]],
    [day, '1990-02-30'],
    [day, 'tomorrow'],
    [manager, 'bob'],
    [manager, newId(), 404],
    [team, [bob.id, newId()], 404],
    [newId(), 'x', 404],
  ] as const) {
    // Either all values of a request are stored, or none.
    const {status: answered, body} = await ann.patch(VALUES, {[text]: 'changed', [id]: value});
    expect([value, answered, body.message]).toEqual([value, status, expect.any(String)]);
  }
  expect((await ann.patch(VALUES, {})).status).toBe(400);
  expect(await valuesOf(bob, ann)).toEqual(stored);
  const empty = {[text]: '', [email]: '', [one.id]: '', [several.id]: [], [day]: '', [manager]: ''};
  expect(await ann.patch(VALUES, empty)).toMatchObject({status: 200, body: empty});
});

test('only administrators can set managed values', async () => {
  const {id} = await field({name: 'Department', type: 'text', attrs: {managed: 'admin'}});
  expect(await ann.patch(VALUES, {[id]: 'Sales'})).toMatchObject({
    status: 403,
    body: {id: 'app.custom_profile_attributes.property_field_is_managed.app_error'},
  });
  expect((await admin.patch(`/users/${ann.id}/custom_profile_attributes`, {[id]: 'Sales'})).status).toBe(200);
  expect(await valuesOf(bob, ann)).toEqual({[id]: 'Sales'});
});

test('definitions are validated, and there can be at most twenty', async () => {
  const invalid = 'app.custom_profile_attributes.sanitize_and_validate.app_error';
  const select = (options: object[]) => ({type: 'select', attrs: {options}});
  for (const [status, id, sent] of [
    [400, 'model.property_field.is_valid.app_error', {name: ' '}],
    [400, 'model.property_field.is_valid.app_error', {name: 'x'.repeat(256)}],
    [422, invalid, {attrs: {visibility: 'secret'}}],
    [422, invalid, {attrs: {value_type: 'color'}}],
    [422, invalid, {attrs: {managed: 'ann'}}],
    [422, invalid, {attrs: {display_name: 'x'.repeat(256)}}],
    [422, invalid, {attrs: {ldap: 'department'}}],
    [422, invalid, {type: 'select'}],
    [422, invalid, select([{name: ''}])],
    [422, invalid, select([{name: 'x'.repeat(129)}])],
    [422, invalid, select([{name: 'a'}, {name: 'a'}])],
    [422, invalid, select([{name: 'a', color: 'x'.repeat(129)}])],
    [422, invalid, select([{name: 'a', id: 'x'}])],
  ] as const) {
    const response = await admin.post(FIELDS, {name: 'Invalid', type: 'text', ...sent});
    expect([response.body.message, response.status, response.body.id]).toEqual([
      expect.any(String),
      status,
      id,
    ]);
  }
  expect((await admin.post(FIELDS, {name: 'Invalid', type: 'rank'})).status).toBe(400);

  const first = await field({name: 'Field 0', type: 'text'});
  expect(await admin.post(FIELDS, {name: 'Field 0', type: 'text'})).toMatchObject({
    status: 409,
    body: {id: 'app.property_field.create.name_conflict.app_error'},
  });
  // Without a lock, each concurrent request could find that there is room for one more.
  const responses = await Promise.all(
    Array.from({length: 20}, (_, index) => admin.post(FIELDS, {name: `Field ${index + 1}`, type: 'text'})),
  );
  expect(responses.map(({status}) => status).filter((status) => status !== 201)).toEqual([422]);
  const taken = responses.find(({status}) => status === 201)!.body.name;
  expect((await admin.patch(`${FIELDS}/${first.id}`, {name: taken})).status).toBe(409);
});
