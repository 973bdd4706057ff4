import {expect} from 'vitest';

/** Matches a response with this status and error id. */
export function refusal(status: number, id: string): object {
  return {status, body: expect.objectContaining({id, status_code: status})};
}
