import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import {
  OutboundError,
  type OutboundHttp,
  type OutboundRequest,
  type OutboundResponse,
} from '../../platform/outbound-http/outbound-http.ts';

export {pickFields} from './known-members.ts';
export {signatureProblem, signBody} from './request-signatures.ts';

/** Creates errors for failed calls, with messages for the waiting user. */
export interface CallErrors {
  /** There was no response. */
  noResponse(message: string, cause: unknown): Error;
  /** The status was not 200. */
  badStatus(status: number): Error;
}

export type IntegrationCalls = ReturnType<typeof createIntegrationCalls>;

/**
 * Calls integrations while a user waits: for slash commands, buttons and dialogs. The deadline, the size limit,
 * redirects and allowed addresses are those of `platform/outbound-http`, which outgoing webhooks also use. Their calls
 * are retried and logged instead.
 */
export function createIntegrationCalls({
  outboundHttp,
  permissions,
}: {
  outboundHttp: OutboundHttp;
  permissions: Permissions;
}) {
  /**
   * Only users with `manage_system` see which address was blocked or did not respond. Others could use it to explore
   * the internal network.
   */
  async function messageFor(actor: Actor, error: OutboundError): Promise<string> {
    return (await permissions.can(actor, 'manage_system')) ? error.detail : error.message;
  }

  /** Sends a request for the actor. @throws an error from `errors` unless the status is 200 */
  async function send(actor: Actor, request: OutboundRequest, errors: CallErrors): Promise<OutboundResponse> {
    const response = await outboundHttp.request(request).catch(async (error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw errors.noResponse(await messageFor(actor, error), error);
    });
    if (response.status !== 200) throw errors.badStatus(response.status);
    return response;
  }

  return {
    send,

    /**
     * Posts JSON for the actor and returns the body of the response.
     *
     * @throws an error from `errors` unless the status is 200
     */
    async postJson(
      actor: Actor,
      {value, ...request}: Pick<OutboundRequest, 'url' | 'purpose'> & {value: object},
      errors: CallErrors,
    ): Promise<string> {
      const headers = {accept: 'application/json', 'content-type': 'application/json'};
      const body = JSON.stringify(value);
      const response = await send(actor, {...request, method: 'POST', headers, body}, errors);
      return response.body.toString('utf8');
    },
  };
}
