import {afterAll, beforeAll, expect, test} from 'vitest';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';

let server: TestServer;
let ann: Person;

beforeAll(async () => {
  server = await createTestServer();
  ann = await server.person('ann');
});
afterAll(() => server.close());

const clientConfig = async () => (await ann.get('/config/client?format=old')).body;

test('terms are published, offered to clients, accepted and rejected', async () => {
  const {admin} = server;
  expect((await ann.get('/terms_of_service')).status).toBe(404);
  await server.platform.config.patch({SupportSettings: {CustomTermsOfServiceEnabled: true}});
  expect((await ann.get('/terms_of_service')).status).toBe(404);
  expect((await ann.get('/terms_of_service?optional=true')).status).toBe(204);
  // Without terms, there is nothing to accept.
  expect(await clientConfig()).toMatchObject({
    EnableCustomTermsOfService: 'false',
    CustomTermsOfServiceId: '',
  });

  const socket = await openSocket(await server.listen(), {token: ann.token});
  const {status, body: terms} = await admin.post('/terms_of_service', {text: 'Be **kind**.'});
  expect([status, terms]).toEqual([
    200,
    {id: expect.any(String), create_at: expect.any(Number), user_id: admin.id, text: 'Be **kind**.'},
  ]);
  const announced = await socket.next(
    'config_changed',
    ({data}) => data.config.CustomTermsOfServiceId === terms.id,
  );
  expect(announced.data.config).toMatchObject({
    EnableCustomTermsOfService: 'true',
    CustomTermsOfServiceReAcceptancePeriod: '365',
  });
  await socket.cut();
  for (const query of ['', '?optional=true']) {
    expect((await ann.get(`/terms_of_service${query}`)).body).toEqual(terms);
  }
  expect((await admin.post('/terms_of_service', {text: 'Be **kind**.'})).body).toEqual(terms);

  expect((await ann.get('/users/me/terms_of_service')).status).toBe(404);
  const answer = (accepted: boolean, termsOfServiceId = terms.id) =>
    ann.post('/users/me/terms_of_service', {termsOfServiceId, accepted});
  expect(await answer(true)).toMatchObject({status: 200, body: {status: 'OK'}});
  expect((await ann.get('/users/me/terms_of_service')).body).toEqual({
    user_id: ann.id,
    terms_of_service_id: terms.id,
    create_at: expect.any(Number),
  });
  expect((await ann.get('/users/me')).body).toMatchObject({
    terms_of_service_id: terms.id,
    terms_of_service_create_at: expect.any(Number),
  });
  expect((await admin.get(`/users/${ann.id}`)).body).not.toHaveProperty('terms_of_service_id');
  expect((await admin.get(`/users/${ann.id}/terms_of_service`)).status).toBe(403);

  const next = (await admin.post('/terms_of_service', {text: 'Be kinder.'})).body;
  expect((await clientConfig()).CustomTermsOfServiceId).toBe(next.id);
  expect((await answer(true, newId())).status).toBe(404);
  expect((await answer(false)).status).toBe(200);
  expect((await ann.get('/users/me/terms_of_service')).status).toBe(404);
  await server.platform.config.patch({SupportSettings: {CustomTermsOfServiceEnabled: false}});
  expect(await clientConfig()).toMatchObject({
    EnableCustomTermsOfService: 'false',
    CustomTermsOfServiceId: '',
  });
});

test('only administrators can publish terms, and their length is limited', async () => {
  expect((await ann.post('/terms_of_service', {text: 'x'})).status).toBe(403);
  for (const [text, id] of [
    [' ', 'api.create_terms_of_service.empty_text.app_error'],
    ['x'.repeat(16_384), 'model.terms_of_service.is_valid.text.app_error'],
  ]) {
    expect(await server.admin.post('/terms_of_service', {text})).toMatchObject({status: 400, body: {id}});
  }
});
