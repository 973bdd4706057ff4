import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {createOwnedIntegrations, type OwnedKind} from './owned-integrations.ts';
import {createOwnedWebhooks, type WebhookKind, type WebhookRow} from './owned-webhooks.ts';
import {createOwnershipTransfers} from './transfers.ts';

export {changedColumns} from './changed-columns.ts';
export {belongingTo, deleteTransfersOf} from './deletion.ts';
export {cannotOwn} from './errors.ts';
export {registerWebhookTransferRoutes} from './webhook-transfer-routes.ts';

export type Ownership = ReturnType<typeof createOwnership>;

/**
 * The base of webhooks and slash commands: their owners, who may manage and list them, and transfers. Each kind defines
 * its specifics with an {@link OwnedKind} or a {@link WebhookKind}.
 */
export function createOwnership(dependencies: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
  permissions: Permissions;
  onBehalf: OnBehalf;
}) {
  const transfers = createOwnershipTransfers(dependencies);
  return {
    transfers,
    ofIntegrations: <Row extends {teamid: string}>(kind: OwnedKind<Row>) =>
      createOwnedIntegrations(dependencies, kind),
    ofWebhooks: <Row extends WebhookRow>(kind: WebhookKind<Row>) =>
      createOwnedWebhooks({...dependencies, transfers}, kind),
  };
}
