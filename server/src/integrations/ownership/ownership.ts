import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {createOwnedIntegrations, type OwnedKind} from './owned-integrations.ts';
import {createOwnedWebhooks, type WebhookKind, type WebhookRow} from './owned-webhooks.ts';
import {createOwnershipTransfers} from './transfers.ts';

export {belongingTo, deleteTransfersOf} from './deletion.ts';
export {cannotOwn, ownerChanged} from './errors.ts';
export {registerWebhookTransferRoutes} from './webhook-transfer-routes.ts';

export type Ownership = ReturnType<typeof createOwnership>;

/**
 * The base of webhooks and slash commands: whose they are, who manages and lists them, and how they go to another
 * owner. A kind says with an {@link OwnedKind} or a {@link WebhookKind} what is its own.
 */
export function createOwnership(parts: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
  permissions: Permissions;
  onBehalf: OnBehalf;
}) {
  const transfers = createOwnershipTransfers(parts);
  return {
    transfers,
    ofIntegrations: <Row extends {teamid: string}>(kind: OwnedKind<Row>) =>
      createOwnedIntegrations(parts, kind),
    ofWebhooks: <Row extends WebhookRow>(kind: WebhookKind<Row>) =>
      createOwnedWebhooks({...parts, transfers}, kind),
  };
}
