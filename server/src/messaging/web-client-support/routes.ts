import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {Statuses} from '../statuses/statuses.ts';
import {registerAbsentFeatureRoutes} from './absent-features.ts';
import {registerAnalyticsRoutes} from './analytics-routes.ts';
import {registerClientErrorRoutes} from './client-errors.ts';
import {registerFixedAnswers} from './fixed-answers.ts';
import {registerServerFactRoutes} from './server-facts.ts';

/**
 * Data that the official web clients request but Patchbay has no feature for
 * (docs/specification.md#web-client-support). Each request gets a response of the shape that its types declare, empty
 * where there is nothing to return.
 */
export function registerWebClientSupportRoutes(
  api: HttpServer,
  parts: {database: Database; permissions: Permissions; statuses: Statuses; log: Logger},
): void {
  registerAnalyticsRoutes(api, parts);
  registerClientErrorRoutes(api, parts);
  registerServerFactRoutes(api, parts);
  registerFixedAnswers(api, parts);
  registerAbsentFeatureRoutes(api);
}
