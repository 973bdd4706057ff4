import {createServer} from 'node:http';

/** Does `run` for each `GET /run` on the port PORT, and ends with `disconnect` when it is told to. */
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
