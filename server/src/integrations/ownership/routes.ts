import Type from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import {recordTransfer} from './audit.ts';
import type {Ownership} from './ownership.ts';
import {presentTransfer} from './present.ts';
import {AcceptedTransfer, Transfer} from './schema.ts';

/** Webhooks offered to a user: `/integrations/transfers`. */
export function registerTransferRoutes(
  api: HttpServer,
  {ownership: {transfers}, audits}: {ownership: Ownership; audits: Audits},
): void {
  const TransferId = Type.Object({transfer_id: Id});

  api.get(
    '/integrations/transfers',
    {
      schema: {
        summary: 'List webhooks offered to you, newest first',
        response: {200: Type.Array(Transfer)},
      },
    },
    async (request) => (await transfers.offeredTo(actorOf(request))).map(presentTransfer),
  );

  api.post(
    '/integrations/transfers/:transfer_id/accept',
    {
      schema: {
        summary: 'Accept ownership of a webhook',
        params: TransferId,
        response: {200: AcceptedTransfer},
      },
    },
    async (request) => {
      const transfer = await transfers.accept(actorOf(request), request.params.transfer_id);
      await recordTransfer(audits, request, transfer);
      return {kind: transfer.row.kind, integration_id: transfer.integration.apiId};
    },
  );

  api.post(
    '/integrations/transfers/:transfer_id/decline',
    {
      schema: {
        summary: 'Decline ownership of a webhook',
        params: TransferId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const transfer = await transfers.decline(actorOf(request), request.params.transfer_id);
      await recordTransfer(audits, request, transfer);
      return STATUS_OK;
    },
  );
}
