// An integration that takes HOLD milliseconds for each command and action, varied by up to a fifth: calls of equal
// length would synchronize and all arrive at the same time. It measures the actual duration of each call, because a
// busy machine may wake it late. GET /held returns and resets these durations by trigger id. Listens on PORT.

import {createServer} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';

const hold = Number(process.env.HOLD);
const answer = JSON.stringify({text: ''});
let held: Record<string, number> = {};

const server = createServer(async (request, response) => {
  const from = performance.now();
  response.setHeader('content-type', 'application/json');
  if (request.url === '/held') {
    response.end(JSON.stringify(held));
    held = {};
    return;
  }
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (body === '') return response.end(answer);
  const triggerId: string = body.startsWith('{')
    ? JSON.parse(body).trigger_id
    : new URLSearchParams(body).get('trigger_id');
  await pause(hold * (0.8 + 0.4 * Math.random()));
  held[Buffer.from(triggerId, 'base64').toString().split(':')[0]!] = performance.now() - from;
  return response.end(answer);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => server.closeAllConnections());
process.on('SIGTERM', () => server.close());
