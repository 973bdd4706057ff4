import {createServer} from 'node:http';

/** Calls `run` for each `GET /run` on the port PORT. Exits when it receives `disconnect`. */
export function serveRuns(run: () => Promise<void>, disconnect: () => Promise<void>): void {
  const server = createServer(async (request, response) => {
    if (request.url === '/run') await run();
    response.end('done');
  }).listen(Number(process.env.PORT), '127.0.0.1');

  process.on('SIGTERM', async () => {
    server.close();
    await disconnect();
  });
}
