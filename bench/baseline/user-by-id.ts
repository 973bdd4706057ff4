// A minimal `users/me`: a plain Fastify route with one prepared read by primary key, in the database of the Patchbay
// with the data directory PATCHBAY_DATA. Listens on PORT.

import Fastify from 'fastify';
import pg from 'pg';
import {connectPlatform} from '../../server/src/commands/platform.ts';

const {connectionString, disconnect} = await connectPlatform({as: 'tool'});
await disconnect();

const pool = new pg.Pool({connectionString, max: 16});
const app = Fastify();

app.get('/ready', async () => ({status: 'OK'}));
app.get<{Params: {id: string}}>('/users/:id', async ({params: {id}}) => {
  const {rows} = await pool.query({
    name: 'user_by_id',
    text: `select id, createat, updateat, deleteat, username, authservice, email, nickname, firstname, lastname,
             position, roles, props, notifyprops, lastpasswordupdate, lastpictureupdate, locale, timezone
           from users where id = $1`,
    values: [id],
  });
  return rows[0];
});

await app.listen({host: '127.0.0.1', port: Number(process.env.PORT)});

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
