import {STATUS_CODES} from 'node:http';
import type {Socket} from 'node:net';
import {newId} from '../database/ids.ts';
import {AppError} from '../errors/app-error.ts';
import {errorBody} from './error-body.ts';
import {DEFAULT_HEADERS} from './response-headers.ts';

/**
 * Sends an error response for an invalid or incomplete HTTP request, and closes the connection. No route or hook runs for
 * such a request.
 */
export function refuseConnection(error: Error & {code?: string}, socket: Socket): void {
  if (socket.writable) {
    const refusal = refusalOf(error.code);
    const requestId = newId();
    const body = JSON.stringify(errorBody(refusal, requestId, false));
    socket.write(
      [
        `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        ...Object.entries(DEFAULT_HEADERS).map(([name, value]) => `${name}: ${value}`),
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
}

function refusalOf(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return refusal(408, 'The request timed out. Send it without long pauses.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return refusal(431, 'The request headers are too large. Send fewer or shorter ones.');
  }
  return refusal(400, 'This is not an HTTP/1.1 request.');
}

function refusal(status: number, message: string): AppError {
  return new AppError({id: 'api.context.invalid_request.app_error', message, status});
}
