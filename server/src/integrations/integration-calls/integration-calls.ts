import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import {
  OutboundError,
  type OutboundHttp,
  type OutboundRequest,
  type OutboundResponse,
} from '../../platform/outbound-http/outbound-http.ts';

export {knownMembers} from './known-members.ts';
export {signatureFault, signBody} from './request-signatures.ts';

/** The errors that a feature makes of a call that failed, in words for the person who waits for it. */
export interface CallErrors {
  /** There was no answer. */
  unanswered(words: string, cause: unknown): Error;
  /** There was one with another status than 200. */
  badStatus(status: number): Error;
}

export type IntegrationCalls = ReturnType<typeof createIntegrationCalls>;

/**
 * Calls integrations for people who wait for the answer: behind slash commands, buttons and dialogs. Deadline, size,
 * redirects and allowed addresses are those of `platform/outbound-http`, through which outgoing webhooks go as well:
 * those are made again later, and what came of them is in their log.
 */
export function createIntegrationCalls({
  outboundHttp,
  permissions,
}: {
  outboundHttp: OutboundHttp;
  permissions: Permissions;
}) {
  /**
   * Only people with `manage_system` are told which address was refused or did not answer: everyone else could learn
   * the internal network by asking.
   */
  async function wordsFor(actor: Actor, error: OutboundError): Promise<string> {
    return (await permissions.can(actor, 'manage_system')) ? error.detail : error.message;
  }

  /** Sends a request for the actor. @throws what `errors` makes, unless the status of the answer is 200. */
  async function ask(actor: Actor, request: OutboundRequest, errors: CallErrors): Promise<OutboundResponse> {
    const answer = await outboundHttp.request(request).catch(async (error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw errors.unanswered(await wordsFor(actor, error), error);
    });
    if (answer.status !== 200) throw errors.badStatus(answer.status);
    return answer;
  }

  return {
    ask,

    /** Posts JSON for the actor; the body of the answer. @throws what `errors` makes, unless the status is 200. */
    async askInJson(
      actor: Actor,
      {value, ...request}: Pick<OutboundRequest, 'url' | 'purpose'> & {value: object},
      errors: CallErrors,
    ): Promise<string> {
      const headers = {accept: 'application/json', 'content-type': 'application/json'};
      const body = JSON.stringify(value);
      const answer = await ask(actor, {...request, method: 'POST', headers, body}, errors);
      return answer.body.toString('utf8');
    },
  };
}
