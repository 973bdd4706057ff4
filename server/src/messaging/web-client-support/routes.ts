import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {Statuses} from '../statuses/statuses.ts';
import {registerAbsentFeatureRoutes} from './absent-features.ts';
import {registerAgentRoutes} from './agents.ts';
import {registerAnalyticsRoutes} from './analytics-routes.ts';
import {registerClientErrorRoutes} from './client-errors.ts';
import {registerClientPerformanceRoutes} from './client-performance.ts';
import {registerCloudRoutes} from './cloud.ts';
import {registerGroupRoutes} from './groups.ts';
import {registerLimitRoutes} from './limits.ts';
import {registerNoticeRoutes} from './notices.ts';
import {registerOnboardingRoutes} from './onboarding.ts';
import {registerPluginRoutes} from './plugins.ts';
import {registerProfileAttributeRoutes} from './profile-attributes.ts';
import {registerScheduledPostRoutes} from './scheduled-posts.ts';
import {registerSiteRoutes} from './site.ts';

/**
 * What the official web clients ask for beside what the product is about (reference facts, section 12): each call
 * gets an answer of the shape that its types declare, and where there is nothing behind it, an empty one.
 */
export function registerWebClientSupportRoutes(
  api: HttpServer,
  parts: {database: Database; permissions: Permissions; statuses: Statuses; log: Logger},
): void {
  registerAgentRoutes(api);
  registerAnalyticsRoutes(api, parts);
  registerClientErrorRoutes(api, parts);
  registerClientPerformanceRoutes(api);
  registerCloudRoutes(api);
  registerGroupRoutes(api);
  registerLimitRoutes(api, parts);
  registerNoticeRoutes(api);
  registerOnboardingRoutes(api, parts);
  registerPluginRoutes(api, parts);
  registerProfileAttributeRoutes(api);
  registerScheduledPostRoutes(api);
  registerSiteRoutes(api, parts);
  registerAbsentFeatureRoutes(api);
}
