// A minimal command or action: a plain Fastify route that makes one call to the integration at INTEGRATION over
// keep-alive connections. Listens on PORT.

import Fastify from 'fastify';
import {Agent, request} from 'undici';
import {newId} from '../../server/src/platform/database/ids.ts';

const dispatcher = new Agent({connections: 64, pipelining: 1});
const app = Fastify();

app.get('/ready', async () => ({status: 'OK'}));
app.post<{Body: {command: string}}>('/execute', async ({body: {command}}) => {
  const triggerId = newId();
  const {body} = await request(process.env.INTEGRATION!, {
    dispatcher,
    method: 'POST',
    headers: {'content-type': 'application/x-www-form-urlencoded'},
    body: new URLSearchParams({
      command,
      trigger_id: Buffer.from(`${triggerId}:`).toString('base64'),
    }).toString(),
  });
  return {...((await body.json()) as object), trigger_id: triggerId};
});

await app.listen({host: '127.0.0.1', port: Number(process.env.PORT)});

process.on('SIGTERM', async () => {
  await app.close();
  await dispatcher.close();
});
