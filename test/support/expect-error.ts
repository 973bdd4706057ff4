import {expect} from 'vitest';

/** What an answer has to match that refuses something with this status and error id. */
export function refusal(status: number, id: string): object {
  return {status, body: expect.objectContaining({id, status_code: status})};
}
