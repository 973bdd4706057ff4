import {fileURLToPath} from 'node:url';
import {createBackgroundWork} from './background-work.ts';
import {registerBackupRoutes} from './data-exchange/backup/routes.ts';
import {registerComplianceExportRoutes} from './data-exchange/compliance-exports/routes.ts';
import {registerComplianceReportRoutes} from './data-exchange/compliance-reports/routes.ts';
import {registerDataRetentionRoutes} from './data-exchange/data-retention/routes.ts';
import {registerExportRoutes} from './data-exchange/export-jobs/routes.ts';
import {registerImportRoutes} from './data-exchange/import-jobs/routes.ts';
import {registerReportRoutes} from './data-exchange/reports/routes.ts';
import {enableDraining} from './drain.ts';
import type {Features, Platform} from './features.ts';
import {registerBotRoutes} from './integrations/bots/routes.ts';
import {registerDeliveryStatsRoutes} from './integrations/delivery-stats/routes.ts';
import {registerDialogRoutes} from './integrations/dialogs/routes.ts';
import {registerWebhookReceiveRoute} from './integrations/incoming-webhooks/receive-route.ts';
import {registerIncomingWebhookRoutes} from './integrations/incoming-webhooks/routes.ts';
import {registerOutboundTestRoute} from './integrations/integration-calls/routes.ts';
import {registerSiteUrlTestRoute} from './integrations/integration-calls/site-url-test.ts';
import {registerInteractiveMessageRoutes} from './integrations/interactive-messages/routes.ts';
import {registerOutgoingWebhookRoutes} from './integrations/outgoing-webhooks/routes.ts';
import {registerTransferRoutes} from './integrations/ownership/routes.ts';
import {registerPollRoutes} from './integrations/polls/routes.ts';
import {
  registerDelayedResponseRoute,
  registerSlashCommandRoutes,
} from './integrations/slash-commands/routes.ts';
import {registerAccessTokenRoutes} from './messaging/access-tokens/routes.ts';
import {registerAccountEmailRoutes} from './messaging/account-emails/routes.ts';
import {registerAuditRoutes} from './messaging/audits/routes.ts';
import {registerBookmarkRoutes} from './messaging/bookmarks/routes.ts';
import {registerBrandImageRoutes} from './messaging/brand-image/routes.ts';
import {registerChannelRoutes} from './messaging/channels/routes.ts';
import {registerDraftRoutes} from './messaging/drafts/routes.ts';
import {registerEmailNotificationRoutes} from './messaging/email-notifications/routes.ts';
import {registerEmojiPictureRoute, registerEmojiRoutes} from './messaging/emoji/routes.ts';
import {registerFileRoutes, registerPublicFileRoutes} from './messaging/files/routes.ts';
import {registerFileStorageRoutes} from './messaging/files/storage/routes.ts';
import {registerUploadRoutes} from './messaging/files/uploads/routes.ts';
import {registerGifRoutes} from './messaging/gifs/routes.ts';
import {registerGroupRoutes} from './messaging/groups/routes.ts';
import {registerGuestRoutes} from './messaging/guests/routes.ts';
import {registerImageProxyRoute} from './messaging/image-proxy/routes.ts';
import {registerInvitationRoutes} from './messaging/invitations/routes.ts';
import {registerJobRoutes} from './messaging/jobs/routes.ts';
import {registerLegalHoldRoutes} from './messaging/legal-holds/routes.ts';
import {registerMailRoutes} from './messaging/mail/routes.ts';
import {registerModerationRoutes} from './messaging/moderations/routes.ts';
import {registerNodeRoutes} from './messaging/nodes/routes.ts';
import {registerPostReminderRoutes} from './messaging/post-reminders/routes.ts';
import {registerPostRoutes} from './messaging/posts/routes.ts';
import {registerPreferenceRoutes} from './messaging/preferences/routes.ts';
import {registerProfileAttributeRoutes} from './messaging/profile-attributes/routes.ts';
import {registerProfileImageRoutes} from './messaging/profile-images/routes.ts';
import {registerReactionRoutes} from './messaging/reactions/routes.ts';
import {registerRoleRoutes} from './messaging/roles/routes.ts';
import {registerScheduledPostRoutes} from './messaging/scheduled-posts/routes.ts';
import {registerSchemeRoutes} from './messaging/schemes/routes.ts';
import {registerFileSearchRoutes} from './messaging/search/files/routes.ts';
import {registerSearchRoutes} from './messaging/search/routes.ts';
import {authenticateRequests} from './messaging/sessions/authentication.ts';
import {requestToken} from './messaging/sessions/credentials.ts';
import {registerSidebarCategoryRoutes} from './messaging/sidebar-categories/routes.ts';
import {registerSignInRoutes} from './messaging/sign-in/routes.ts';
import {registerStatusRoutes} from './messaging/statuses/routes.ts';
import {registerSystemRoutes} from './messaging/system/routes.ts';
import {registerTeamRoutes} from './messaging/teams/routes.ts';
import {registerTermsOfServiceRoutes} from './messaging/terms-of-service/routes.ts';
import {registerThreadRoutes} from './messaging/threads/routes.ts';
import {registerUserRoutes} from './messaging/users/routes.ts';
import {registerWebClientSupportRoutes} from './messaging/web-client-support/routes.ts';
import {registerWebPushRoutes} from './messaging/web-push/routes.ts';
import {awaitAppends} from './platform/http/await-appends.ts';
import {registerHealthRoutes} from './platform/http/health-routes.ts';
import {createHttpServer, type HttpServer, versionId} from './platform/http/http-server.ts';
import {registerMetricsRoute} from './platform/http/metrics-route.ts';
import {trackCallers} from './platform/http/request-callers.ts';
import {limitRequests} from './platform/http/request-limits.ts';
import {serveStaticSite} from './platform/http/static-site.ts';
import {createDatabaseRateLimitStore} from './platform/rate-limit/database-store.ts';
import {createMemoryRateLimitStore} from './platform/rate-limit/memory-store.ts';
import {createRealtime} from './realtime/realtime.ts';
import {registerTypingRoutes} from './realtime/typing/routes.ts';

const WEB_CLIENT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Paths that also work without the API prefix (docs/specification.md#http-api). */
const UNPREFIXED = /^\/(?:posts|bots)(?=$|[/?])/;

/**
 * The composition root: registers all routes with the features that they call. A good place to get an overview of the
 * product. The server is not listening yet.
 */
export async function createServer(platform: Platform, features: Features): Promise<HttpServer> {
  const {config, log, metrics, database, cluster, events} = platform;
  const {sessions, statuses, system, activity} = features;
  const parts = {...platform, ...features};
  const version = system.versions;
  const app = await createHttpServer({config, log, metrics, version, unprefixed: UNPREFIXED});
  trackCallers(app, config);
  if (cluster.enabled) awaitAppends(app, cluster.bus);
  limitRequests(app, {
    config,
    cluster: platform.cluster,
    store: createMemoryRateLimitStore(config.get().RateLimitSettings.MemoryStoreSize),
    async identify({cookies, headers, routeOptions}) {
      if (routeOptions.config.access === 'unidentified') return undefined;
      const presented = requestToken(cookies, headers.authorization);
      return presented && (await sessions.resolve(presented.token))?.userId;
    },
  });
  authenticateRequests(app, {sessions, config});

  await statuses.resetAutomatic();
  const realtime = createRealtime({
    ...parts,
    app,
    serverVersion: () => versionId(version, config),
    readToken: ({headers}) => requestToken(app.parseCookie(headers.cookie ?? ''), headers.authorization),
  });
  enableDraining(app, {...platform, realtime});
  app.addHook('preClose', () => realtime.close());
  app.addHook('onClose', () => statuses.close());
  app.addHook('onListen', async () => activity.start());
  app.addHook('preClose', async () => activity.stop());
  app.addHook('onListen', async () => events.start());
  app.addHook('preClose', () => events.stop());
  app.addHook('onClose', () => events.idle());
  createBackgroundWork(app, platform, features);

  await app.register(
    async (api: HttpServer) => {
      registerSystemRoutes(api, parts);
      registerNodeRoutes(api, parts);
      registerUserRoutes(api, parts);
      registerGroupRoutes(api, parts);
      registerGuestRoutes(api, parts);
      registerSignInRoutes(api, {...parts, loginLimits: createDatabaseRateLimitStore(database)});
      registerAccountEmailRoutes(api, parts);
      registerMailRoutes(api, parts);
      registerInvitationRoutes(api, parts);
      registerEmailNotificationRoutes(api, parts);
      registerAccessTokenRoutes(api, parts);
      registerRoleRoutes(api, parts);
      registerSchemeRoutes(api, parts);
      registerPreferenceRoutes(api, parts);
      registerFileRoutes(api, parts);
      registerUploadRoutes(api, parts);
      registerFileStorageRoutes(api, parts);
      registerFileSearchRoutes(api, parts);
      registerEmojiRoutes(api, parts);
      registerDraftRoutes(api, parts);
      registerWebPushRoutes(api, parts);
      registerProfileAttributeRoutes(api, parts);
      registerProfileImageRoutes(api, parts);
      registerBrandImageRoutes(api, parts);
      registerTermsOfServiceRoutes(api, parts);
      registerPostRoutes(api, parts);
      registerPostReminderRoutes(api, parts);
      registerScheduledPostRoutes(api, parts);
      registerTeamRoutes(api, parts);
      registerChannelRoutes(api, parts);
      registerBookmarkRoutes(api, parts);
      registerModerationRoutes(api, parts);
      registerSidebarCategoryRoutes(api, parts);
      registerAuditRoutes(api, parts);
      registerLegalHoldRoutes(api, parts);
      registerStatusRoutes(api, parts);
      registerJobRoutes(api, parts);
      registerWebClientSupportRoutes(api, parts);
      registerTypingRoutes(api, realtime);
      registerIncomingWebhookRoutes(api, parts);
      registerOutgoingWebhookRoutes(api, parts);
      registerTransferRoutes(api, parts);
      registerBotRoutes(api, parts);
      registerComplianceReportRoutes(api, parts);
      registerComplianceExportRoutes(api, parts);
      registerDataRetentionRoutes(api, parts);
      registerImportRoutes(api, parts);
      registerExportRoutes(api, parts);
      registerReportRoutes(api, parts);
      registerBackupRoutes(api, parts);
      registerSlashCommandRoutes(api, parts);
      registerInteractiveMessageRoutes(api, parts);
      registerPollRoutes(api, parts);
      registerDialogRoutes(api, parts);
      registerDeliveryStatsRoutes(api, parts);
      registerOutboundTestRoute(api, parts);
      registerSiteUrlTestRoute(api, parts);
      registerImageProxyRoute(api, parts);
      registerGifRoutes(api, parts);
      registerReactionRoutes(api, parts);
      registerThreadRoutes(api, parts);
      registerSearchRoutes(api, parts);
    },
    {prefix: '/api/v4'},
  );
  registerPublicFileRoutes(app, parts);
  registerEmojiPictureRoute(app, parts);
  registerWebhookReceiveRoute(app, parts);
  registerDelayedResponseRoute(app, parts);
  app.addHook('onClose', () => features.deliveries.flush());
  app.addHook('onClose', () => features.outboundHttp.close());
  registerHealthRoutes(app, {...platform, isBehindOthers: features.nodes.isBehindOthers});
  registerMetricsRoute(app, {config, metrics});
  await serveStaticSite(app, {directory: WEB_CLIENT, config, log});
  return app;
}
