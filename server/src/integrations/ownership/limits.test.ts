import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';

let crew: Crew;

beforeAll(async () => {
  crew = await createCrew();
});
afterAll(() => crew.close());

test.each([
  {table: 'IncomingWebhooks', path: '/hooks/incoming', max: 10_000, unique: 'keyhash'},
  {table: 'OutgoingWebhooks', path: '/hooks/outgoing', max: 1000, unique: 'description'},
  {table: 'Commands', path: '/commands', max: 1000, unique: 'trigger'},
])('a team can have $max $table', async ({table, path, max, unique}) => {
  let count = 0;
  const create = () =>
    crew.ann.post(path, {
      team_id: crew.teamId,
      channel_id: crew.channelId,
      trigger: `trigger${++count}`,
      method: 'P',
      url: 'https://example.com',
      trigger_words: [`word${count}`],
      callback_urls: ['https://example.com'],
    });
  expect((await create()).status).toBe(201);
  await crew.server.platform.database.execute({
    text: `
      insert into ${table}
      select (jsonb_populate_record(one, jsonb_build_object('id', lpad(n::text, 26, 'x'), $1::text, 'n' || n))).*
      from ${table} one, generate_series(1, $2::int) n`,
    values: [unique, max - 2],
  });
  const last = await create();
  expect(last.status).toBe(201);
  expect(await create()).toMatchObject({
    status: 400,
    body: {
      id: expect.stringMatching(/^app\.\w+\.too_many\.app_error$/),
      message: expect.stringContaining(String(max)),
    },
  });
  await crew.ann.delete(`${path}/${last.body.id}`);
  expect((await create()).status).toBe(201);
});
