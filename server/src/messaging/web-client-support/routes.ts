import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {Statuses} from '../statuses/statuses.ts';
import {registerAbsentFeatureRoutes} from './absent-features.ts';
import {registerAnalyticsRoutes} from './analytics-routes.ts';
import {registerClientErrorRoutes} from './client-errors.ts';
import {registerFixedResponses} from './fixed-responses.ts';
import {registerServerFactRoutes} from './server-facts.ts';

/**
 * Registers routes with data that official web clients request for features that Patchbay doesn't have
 * (docs/specification.md#web-client-support). Responses have the expected types and are usually empty.
 */
export function registerWebClientSupportRoutes(
  api: HttpServer,
  parts: {database: Database; permissions: Permissions; statuses: Statuses; log: Logger},
): void {
  registerAnalyticsRoutes(api, parts);
  registerClientErrorRoutes(api, parts);
  registerServerFactRoutes(api, parts);
  registerFixedResponses(api, parts);
  registerAbsentFeatureRoutes(api);
}
