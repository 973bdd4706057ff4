// Minimal posting and reading of a channel: a plain Fastify route with one prepared durable insert into the real
// table, and one that runs the real query for a page. Uses the database of the Patchbay with the data directory
// PATCHBAY_DATA. Listens on PORT.

import Fastify from 'fastify';
import pg from 'pg';
import {connectPlatform} from '../../server/src/commands/platform.ts';
import {SELECT_POSTS_TEXT} from '../../server/src/messaging/posts/store.ts';
import {newId} from '../../server/src/platform/database/ids.ts';

const {connectionString, disconnect} = await connectPlatform({as: 'tool'});
await disconnect();

const pool = new pg.Pool({connectionString, max: 16});
const app = Fastify();

app.get('/ready', async () => ({status: 'OK'}));

app.post<{Body: {user_id: string; channel_id: string; message: string}}>('/posts', async ({body}, reply) => {
  const now = Date.now();
  const post = {id: newId(), create_at: now, ...body};
  await pool.query({
    name: 'post_insert',
    text: 'insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message) values ($1, $2, $2, $3, $4, $5)',
    values: [post.id, now, body.user_id, body.channel_id, body.message],
  });
  return reply.code(201).send(post);
});

app.get<{Params: {id: string}}>('/channels/:id/posts', async ({params: {id}}) => {
  const {rows} = await pool.query({
    name: 'channel_page',
    text: `${SELECT_POSTS_TEXT}
      where p.ChannelId = $1 and p.DeleteAt = 0 order by p.CreateAt desc, p.Id desc limit 60`,
    values: [id],
  });
  return rows;
});

await app.listen({host: '127.0.0.1', port: Number(process.env.PORT)});

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
