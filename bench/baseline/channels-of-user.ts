// The baseline for a user's list of channels: a plain Fastify route with the one query, in the database of the
// Patchbay with the data directory PATCHBAY_DATA. Listens on PORT.

import Fastify from 'fastify';
import pg from 'pg';
import {connectPlatform} from '../../server/src/commands/platform.ts';

const {connectionString, disconnect} = await connectPlatform({as: 'tool'});
await disconnect();

const pool = new pg.Pool({connectionString, max: 16});
const app = Fastify();

app.get('/ready', async () => ({status: 'OK'}));
app.get<{Params: {id: string}}>('/users/:id/channels', async ({params: {id}}) => {
  const {rows} = await pool.query({
    name: 'channels_of_user',
    text: `select c.id, c.createat, c.updateat, c.deleteat, c.teamid, c.type, c.displayname, c.name, c.header, c.purpose,
             c.lastpostat, c.totalmsgcount, c.extraupdateat, c.creatorid, c.schemeid
           from channelmembers m join channels c on c.id = m.channelid
           where m.userid = $1 and c.deleteat = 0 order by c.displayname`,
    values: [id],
  });
  return rows;
});

await app.listen({host: '127.0.0.1', port: Number(process.env.PORT)});

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
