import {createBulkExport} from './data-exchange/bulk-export/bulk-export.ts';
import {createBulkImport} from './data-exchange/bulk-import/bulk-import.ts';
import {createComplianceExports} from './data-exchange/compliance-exports/compliance-exports.ts';
import {createComplianceReports} from './data-exchange/compliance-reports/compliance-reports.ts';
import {createImportJobs} from './data-exchange/import-jobs/import-jobs.ts';
import {createManifestSigner} from './data-exchange/signed-manifests/signed-manifests.ts';
import {createBots} from './integrations/bots/bots.ts';
import {createDialogs} from './integrations/dialogs/dialogs.ts';
import {createDeliveryLog} from './integrations/incoming-webhooks/delivery-log.ts';
import {createIncomingWebhooks} from './integrations/incoming-webhooks/incoming-webhooks.ts';
import {createWebhookReceiver} from './integrations/incoming-webhooks/receiving.ts';
import {createIntegrationPosts} from './integrations/integration-posts/integration-posts.ts';
import {createActionCookies} from './integrations/interactive-messages/action-cookies.ts';
import {createInteractiveMessages} from './integrations/interactive-messages/interactive-messages.ts';
import {createWebhookDelivery} from './integrations/outgoing-webhooks/delivery.ts';
import {createWebhookOutbox} from './integrations/outgoing-webhooks/outbox.ts';
import {createOutgoingWebhooks} from './integrations/outgoing-webhooks/outgoing-webhooks.ts';
import {deleteIntegrationsOf} from './integrations/owned-integrations/owned-integrations.ts';
import {createCommandExecution} from './integrations/slash-commands/execution.ts';
import {createSlashCommands} from './integrations/slash-commands/slash-commands.ts';
import {createTriggerIds} from './integrations/trigger-ids/trigger-ids.ts';
import {createAccessTokens} from './messaging/access-tokens/access-tokens.ts';
import {createAudits} from './messaging/audits/audits.ts';
import {createBookmarks} from './messaging/bookmarks/bookmarks.ts';
import {createChannelAccess, createChannels} from './messaging/channels/channels.ts';
import {createDrafts} from './messaging/drafts/drafts.ts';
import {createEmoji} from './messaging/emoji/emoji.ts';
import {createFiles} from './messaging/files/files.ts';
import {createUploads} from './messaging/files/uploads/uploads.ts';
import {createImageProxy} from './messaging/image-proxy/image-proxy.ts';
import {createJobs} from './messaging/jobs/jobs.ts';
import {createModerations} from './messaging/moderations/moderations.ts';
import {createPermanentDeletion} from './messaging/permanent-deletion/permanent-deletion.ts';
import {createPermissions} from './messaging/permissions/permissions.ts';
import {createPostReminders} from './messaging/post-reminders/post-reminders.ts';
import {createPosts} from './messaging/posts/posts.ts';
import {createSystemMessages} from './messaging/posts/system-messages.ts';
import {createPreferences} from './messaging/preferences/preferences.ts';
import {createProfileImages} from './messaging/profile-images/profile-images.ts';
import {createReactions} from './messaging/reactions/reactions.ts';
import {createSchemes} from './messaging/schemes/schemes.ts';
import {createSearch} from './messaging/search/search.ts';
import {createLogin} from './messaging/sessions/login.ts';
import {createSessions} from './messaging/sessions/sessions.ts';
import {createSidebarCategories} from './messaging/sidebar-categories/sidebar-categories.ts';
import {createCustomStatuses} from './messaging/statuses/custom-statuses.ts';
import {createStatuses} from './messaging/statuses/statuses.ts';
import {createActivity} from './messaging/system/activity.ts';
import {createSystem} from './messaging/system/system.ts';
import {createTeams} from './messaging/teams/teams.ts';
import {createThreads} from './messaging/threads/threads.ts';
import {createDirectory} from './messaging/users/directory.ts';
import {createUsers} from './messaging/users/users.ts';
import type {Config} from './platform/config/config.ts';
import {directories} from './platform/config/directories.ts';
import type {Database} from './platform/database/database.ts';
import type {EventBus} from './platform/event-bus/event-bus.ts';
import {createFileStore} from './platform/file-store/file-store.ts';
import {createImages} from './platform/images/images.ts';
import type {Logger} from './platform/logging/logger.ts';
import type {Metrics} from './platform/metrics/metrics.ts';
import {createOutboundHttp} from './platform/outbound-http/outbound-http.ts';
import {API_VERSION, PRODUCT_VERSION} from './version.ts';

/** What every feature may build on. */
export interface Platform {
  config: Config;
  database: Database;
  events: EventBus;
  log: Logger;
  metrics: Metrics;
}

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** All rules of the product, without HTTP: the server puts routes in front of them, commands call them as they are. */
export async function createFeatures(platform: Platform) {
  const permissions = createPermissions(platform);
  await permissions.ensureBuiltInRoles();
  const audits = createAudits(platform);
  const sessions = createSessions(platform);
  const users = createUsers({...platform, permissions, sessions});
  const directory = createDirectory({...platform, permissions});
  const accessTokens = createAccessTokens(platform);
  const schemes = createSchemes(platform);
  const system = await createSystem({
    ...platform,
    users,
    versions: {api: API_VERSION, product: PRODUCT_VERSION},
  });
  const login = createLogin({users, sessions, audits, config: platform.config});
  const fileStore = createFileStore({directory: directories(platform.config).files});
  const images = createImages({maxPixels: () => platform.config.get().FileSettings.MaxImageResolution});
  const files = createFiles({...platform, permissions, fileStore, images});
  const importFiles = createFileStore({directory: directories(platform.config).imports});
  const uploads = createUploads({...platform, permissions, fileStore, files, importFiles});
  const outboundHttp = createOutboundHttp(platform);
  const imageProxy = createImageProxy({...platform, outboundHttp, images});
  const emoji = createEmoji({...platform, fileStore, images});
  const preferences = createPreferences({...platform, permissions});
  const channels = createChannels({...platform, permissions});
  const teams = createTeams({...platform, permissions, channels});
  const moderations = createModerations({channels, teams, schemes, permissions});
  const profileImages = createProfileImages({...platform, users, teams, fileStore, images});
  const drafts = createDrafts({...platform, permissions, channels, files});
  const statuses = createStatuses(platform);
  const activity = createActivity({...platform, statuses});
  const customStatuses = createCustomStatuses({users, preferences});
  const reactions = createReactions({...platform, channels, emoji});
  const actionCookies = createActionCookies(platform);
  const posts = createPosts({
    actionCookies,
    postOutbox: createWebhookOutbox({...platform, permissions}),
    ...platform,
    permissions,
    channels,
    users,
    files,
    emoji,
    reactions,
    imageProxy,
    statuses,
  });
  const sidebarCategories = createSidebarCategories({...platform, channels, preferences});
  const search = createSearch({...platform, posts, users});
  const threads = createThreads({...platform, posts, users});
  const systemMessages = createSystemMessages({...platform, posts, users, channels});
  const permanentDeletion = createPermanentDeletion({
    ...platform,
    permissions,
    users,
    teams,
    channels,
    files,
    profileImages,
    systemMessages,
    alsoDelete: deleteIntegrationsOf,
  });
  const postReminders = createPostReminders({...platform, channels, posts});
  const bookmarks = createBookmarks(platform);
  const jobs = createJobs(platform);
  const manifestSigner = createManifestSigner(platform);
  const complianceArchives = createFileStore({directory: directories(platform.config).compliance});
  const complianceReports = createComplianceReports({
    ...platform,
    jobs,
    archives: complianceArchives,
    files: fileStore,
    signer: manifestSigner,
    serverId: system.diagnosticId,
    version: PRODUCT_VERSION,
  });
  const exportArchives = createFileStore({directory: directories(platform.config).exports});
  const complianceExports = createComplianceExports({
    ...platform,
    jobs,
    archives: exportArchives,
    signer: manifestSigner,
    serverId: system.diagnosticId,
    version: PRODUCT_VERSION,
  });
  const integrationPosts = createIntegrationPosts({...platform, emoji, posts});
  const deliveries = createDeliveryLog(platform);
  const incomingWebhooks = createIncomingWebhooks({...platform, channels, users, permissions});
  const webhookReceiver = createWebhookReceiver({
    ...platform,
    channels,
    users,
    permissions,
    integrationPosts,
    deliveries,
  });
  const outgoingWebhooks = createOutgoingWebhooks({...platform, channels, users, permissions});
  const webhookDelivery = createWebhookDelivery({
    ...platform,
    outboundHttp,
    integrationPosts,
    channels,
    posts,
  });
  const triggerIds = createTriggerIds(platform);
  const commandExecution = createCommandExecution({
    ...platform,
    outboundHttp,
    triggerIds,
    integrationPosts,
    channels,
    channelAccess: createChannelAccess(permissions),
    posts,
    permissions,
    sessions,
    statuses,
    teams,
    users,
  });
  const slashCommands = createSlashCommands({...platform, permissions, commandExecution});
  const interactiveMessages = createInteractiveMessages({
    ...platform,
    outboundHttp,
    triggerIds,
    actionCookies,
    integrationPosts,
    permissions,
    channels,
    teams,
    posts,
  });
  const dialogs = createDialogs({...platform, outboundHttp, triggerIds, permissions, users});
  const bots = createBots({...platform, users, permissions, channels, posts});
  const bulkImport = createBulkImport({...platform, channels, emoji, files, fileStore, profileImages, users});
  const importJobs = createImportJobs({...platform, jobs, bulkImport, importFiles});
  const bulkExport = createBulkExport({...platform, fileStore, version: PRODUCT_VERSION});
  return {
    permissions,
    audits,
    sessions,
    users,
    directory,
    accessTokens,
    schemes,
    system,
    login,
    fileStore,
    images,
    files,
    uploads,
    emoji,
    preferences,
    channels,
    teams,
    moderations,
    bookmarks,
    sidebarCategories,
    profileImages,
    drafts,
    reactions,
    posts,
    search,
    threads,
    systemMessages,
    permanentDeletion,
    postReminders,
    statuses,
    activity,
    customStatuses,
    jobs,
    manifestSigner,
    complianceArchives,
    complianceReports,
    exportArchives,
    complianceExports,
    integrationPosts,
    deliveries,
    incomingWebhooks,
    webhookReceiver,
    outgoingWebhooks,
    webhookDelivery,
    bots,
    triggerIds,
    commandExecution,
    slashCommands,
    interactiveMessages,
    dialogs,
    outboundHttp,
    imageProxy,
    bulkImport,
    importFiles,
    importJobs,
    bulkExport,
  };
}
