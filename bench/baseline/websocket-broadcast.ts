// A minimal broadcast: a plain WebSocket server that sends anything POSTed to /post to every socket at /listen,
// serialized once. Listens on PORT.

import Fastify from 'fastify';
import {type WebSocket, WebSocketServer} from 'ws';

const app = Fastify();
const server = new WebSocketServer({noServer: true, perMessageDeflate: false});
const listeners = new Set<WebSocket>();
let sequence = 0;

app.get('/ready', async () => ({status: 'OK'}));
app.post<{Body: {message: string}}>('/post', async ({body: {message}}) => {
  const post = JSON.stringify({message, props: {}, padding: 'x'.repeat(500)});
  const text = Buffer.from(JSON.stringify({event: 'posted', data: {post}, seq: sequence++}));
  for (const socket of listeners) socket.send(text, {binary: false});
  return {status: 'OK'};
});
app.server.on('upgrade', (request, stream, head) => {
  server.handleUpgrade(request, stream, head, (socket) => {
    if (request.url !== '/listen') return;
    listeners.add(socket);
    socket.on('close', () => listeners.delete(socket));
  });
});

await app.listen({host: '127.0.0.1', port: Number(process.env.PORT)});

process.on('SIGTERM', async () => {
  for (const socket of server.clients) socket.terminate();
  await app.close();
});
