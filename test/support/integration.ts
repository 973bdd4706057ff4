import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A request that an integration received. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** The body, or the query of a GET request, as a form. */
  form: URLSearchParams;
}

type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** A small HTTP server that acts as an integration. */
export interface Integration {
  url: string;
  received: ReceivedRequest[];
  /** Sets the response to later requests. */
  answer: Answer;
  close(): Promise<void>;
}

export async function startIntegration(): Promise<Integration> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = request.url!;
    const isGet = request.method === 'GET';
    const form = new URLSearchParams(isGet ? url.slice(url.indexOf('?') + 1) : body);
    const seen = {method: request.method!, url, headers: request.headers, body, form};
    received.push(seen);
    integration.answer(seen, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const integration: Integration = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: json({}),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return integration;
}

/** Responds with this as JSON. */
export function json(value: unknown, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(value));
  };
}
