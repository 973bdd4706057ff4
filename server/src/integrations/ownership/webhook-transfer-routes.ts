import Type, {type Static, type TObject} from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import {actorOf, type Session} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import {recordTransfer} from './audit.ts';
import {presentTransfer} from './present.ts';
import {Transfer} from './schema.ts';
import type {OwnershipTransfers} from './transfers.ts';

/** `/hooks/incoming/{id}/transfer` and `/hooks/outgoing/{id}/transfer`: for managers of the webhook. */
export function registerWebhookTransferRoutes<Webhook extends TObject>(
  api: HttpServer,
  {
    section,
    Webhook,
    read,
    transfers,
    audits,
  }: {
    section: 'incoming' | 'outgoing';
    /** The wire type of the webhook, and how to get one. */
    Webhook: Webhook;
    read(actor: Session, hookId: string): Promise<Static<Webhook>>;
    transfers: OwnershipTransfers;
    audits: Audits;
  },
): void {
  const kind = `${section}_webhook` as const;
  const path = `/hooks/${section}/:hook_id/transfer`;
  const params = Type.Object({hook_id: Id});

  api.post(
    path,
    {
      schema: {
        summary: `Transfer an ${section} webhook to a new owner`,
        description:
          'System administrators transfer it immediately, and anyone who can manage it can take it over. Otherwise this creates an offer (202), which the new owner can accept or decline under /integrations/transfers within a week.',
        params,
        body: Type.Object({user_id: Id}),
        response: {200: Webhook as TObject, 202: Transfer},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {hook_id} = request.params;
      const {transfer, isDone} = await transfers.start(actor, kind, hook_id, request.body.user_id);
      await recordTransfer(audits, request, transfer);
      if (!isDone) return reply.code(202).send(presentTransfer(transfer));
      return reply.code(200).send(await read(actor, hook_id));
    },
  );

  api.get(
    path,
    {
      schema: {
        summary: `Get the pending transfer of an ${section} webhook`,
        params,
        response: {200: Type.Object({transfer: Type.Union([Transfer, Type.Null()])})},
      },
    },
    async (request) => {
      const transfer = await transfers.of(actorOf(request), kind, request.params.hook_id);
      return {transfer: transfer ? presentTransfer(transfer) : null};
    },
  );

  api.delete(
    path,
    {
      schema: {
        summary: `Cancel the pending transfer of an ${section} webhook`,
        params,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const transfer = await transfers.cancel(actorOf(request), kind, request.params.hook_id);
      await recordTransfer(audits, request, transfer);
      return STATUS_OK;
    },
  );
}
