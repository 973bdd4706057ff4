import {createBackups} from './data-exchange/backup/backup.ts';
import {createBulkExport} from './data-exchange/bulk-export/bulk-export.ts';
import {createBulkImport} from './data-exchange/bulk-import/bulk-import.ts';
import {createComplianceExports} from './data-exchange/compliance-exports/compliance-exports.ts';
import {createComplianceReports} from './data-exchange/compliance-reports/compliance-reports.ts';
import {createDataRetention} from './data-exchange/data-retention/data-retention.ts';
import {createRetentionPolicies} from './data-exchange/data-retention/policies.ts';
import {createExportJobs} from './data-exchange/export-jobs/export-jobs.ts';
import {createImportJobs} from './data-exchange/import-jobs/import-jobs.ts';
import {createPostReports} from './data-exchange/reports/post-reports.ts';
import {createUserReports} from './data-exchange/reports/user-reports.ts';
import {createManifestSigner} from './data-exchange/signed-archives/signed-archives.ts';
import {createBots} from './integrations/bots/bots.ts';
import {createDialogs} from './integrations/dialogs/dialogs.ts';
import {createDeliveryLog} from './integrations/incoming-webhooks/delivery-log.ts';
import {
  createIncomingWebhooks,
  deleteIncomingWebhooksOf,
} from './integrations/incoming-webhooks/incoming-webhooks.ts';
import {createWebhookReceiver} from './integrations/incoming-webhooks/receiving.ts';
import {createIntegrationCalls} from './integrations/integration-calls/integration-calls.ts';
import {createIntegrationPosts} from './integrations/integration-posts/integration-posts.ts';
import {createActionCookies} from './integrations/interactive-messages/action-cookies.ts';
import {createInteractiveMessages} from './integrations/interactive-messages/interactive-messages.ts';
import {createWebhookDelivery} from './integrations/outgoing-webhooks/delivery.ts';
import {createWebhookOutbox} from './integrations/outgoing-webhooks/outbox.ts';
import {
  createOutgoingWebhooks,
  deleteOutgoingWebhooksOf,
} from './integrations/outgoing-webhooks/outgoing-webhooks.ts';
import {createOwnership, deleteTransfersOf} from './integrations/ownership/ownership.ts';
import {createPolls} from './integrations/polls/polls.ts';
import {createCommandExecution} from './integrations/slash-commands/execution.ts';
import {createSlashCommands, deleteCommandsOf} from './integrations/slash-commands/slash-commands.ts';
import {createTriggerIds} from './integrations/trigger-ids/trigger-ids.ts';
import {createAccessTokens} from './messaging/access-tokens/access-tokens.ts';
import {createAccountEmails} from './messaging/account-emails/account-emails.ts';
import {createActionLimits} from './messaging/action-limits/action-limits.ts';
import {createAudits} from './messaging/audits/audits.ts';
import {createBookmarks} from './messaging/bookmarks/bookmarks.ts';
import {createBrandImage} from './messaging/brand-image/brand-image.ts';
import {createChannelAccess, createChannels} from './messaging/channels/channels.ts';
import {createDrafts} from './messaging/drafts/drafts.ts';
import {
  createEmailNotificationOutbox,
  createEmailNotifications,
} from './messaging/email-notifications/email-notifications.ts';
import {createEmoji} from './messaging/emoji/emoji.ts';
import {createFileContent} from './messaging/files/content/content.ts';
import {createFiles} from './messaging/files/files.ts';
import {createUploads} from './messaging/files/uploads/uploads.ts';
import {createGifs, GIPHY} from './messaging/gifs/gifs.ts';
import {createGroups} from './messaging/groups/groups.ts';
import {createGuests} from './messaging/guests/guests.ts';
import {createImageProxy} from './messaging/image-proxy/image-proxy.ts';
import {createInvitations} from './messaging/invitations/invitations.ts';
import {createJobs} from './messaging/jobs/jobs.ts';
import {createLegalHolds} from './messaging/legal-holds/legal-holds.ts';
import {createLinkMetadataStore} from './messaging/link-metadata/link-metadata.ts';
import {createLinkPreviews} from './messaging/link-previews/link-previews.ts';
import {createMail} from './messaging/mail/mail.ts';
import {createMentionPrompts} from './messaging/mention-prompts/mention-prompts.ts';
import {createModerations} from './messaging/moderations/moderations.ts';
import {createNodes} from './messaging/nodes/nodes.ts';
import {createOnBehalf} from './messaging/on-behalf/on-behalf.ts';
import {createPermanentDeletion} from './messaging/permanent-deletion/permanent-deletion.ts';
import {createPermissions} from './messaging/permissions/permissions.ts';
import {createPostReminders} from './messaging/post-reminders/post-reminders.ts';
import {createPosts} from './messaging/posts/posts.ts';
import {createSystemMessages} from './messaging/posts/system-messages.ts';
import {createPreferences} from './messaging/preferences/preferences.ts';
import {createProfileAttributes} from './messaging/profile-attributes/profile-attributes.ts';
import {createProfileImages} from './messaging/profile-images/profile-images.ts';
import {createReactions} from './messaging/reactions/reactions.ts';
import {createScheduledPosts} from './messaging/scheduled-posts/scheduled-posts.ts';
import {createSchemes} from './messaging/schemes/schemes.ts';
import {createSearch} from './messaging/search/search.ts';
import {createSessions} from './messaging/sessions/sessions.ts';
import {createSidebarCategories} from './messaging/sidebar-categories/sidebar-categories.ts';
import {createLogin} from './messaging/sign-in/sign-in.ts';
import {createCustomStatuses} from './messaging/statuses/custom-statuses.ts';
import {createStatuses} from './messaging/statuses/statuses.ts';
import {createActivity} from './messaging/system/activity.ts';
import {createSystem} from './messaging/system/system.ts';
import {createTeams} from './messaging/teams/teams.ts';
import {createTermsOfService} from './messaging/terms-of-service/terms-of-service.ts';
import {createTexts} from './messaging/texts/texts.ts';
import {createThreads} from './messaging/threads/threads.ts';
import {createDirectory} from './messaging/users/directory.ts';
import {createUsers} from './messaging/users/users.ts';
import {createVisibility} from './messaging/visibility/visibility.ts';
import {createWebPush, deleteWebPushSubscriptionsOf} from './messaging/web-push/web-push.ts';
import type {Cluster} from './platform/cluster/cluster.ts';
import type {Config} from './platform/config/config.ts';
import type {Database} from './platform/database/database.ts';
import type {EventBus} from './platform/event-bus/event-bus.ts';
import {createFileStore} from './platform/file-store/create-file-store.ts';
import {storeLocations} from './platform/file-store/store-locations.ts';
import {createImages} from './platform/images/images.ts';
import type {Logger} from './platform/logging/logger.ts';
import type {RecentLog} from './platform/logging/recent-log.ts';
import type {Metrics} from './platform/metrics/metrics.ts';
import {createOutboundHttp} from './platform/outbound-http/outbound-http.ts';
import type {Sealing} from './platform/secrets/sealing.ts';
import {API_VERSION, PRODUCT_VERSION} from './version.ts';

/** The services that all features can use. */
export interface Platform {
  config: Config;
  /** The nodes that serve this installation. */
  cluster: Cluster;
  database: Database;
  events: EventBus;
  log: Logger;
  /** Recent log entries. */
  recentLog: RecentLog;
  metrics: Metrics;
  /** Encrypts secrets in the database. */
  sealing: Sealing;
}

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Creates all features, without HTTP. The server registers routes for them, and commands call them directly. */
export async function createFeatures(platform: Platform, {gifProvider = GIPHY} = {}) {
  const permissions = createPermissions(platform);
  await permissions.ensureBuiltInRoles();
  const audits = createAudits(platform);
  const sessions = createSessions(platform);
  const users = createUsers({...platform, permissions, sessions});
  const userTexts = createTexts({...platform, users});
  const onBehalf = createOnBehalf({...platform, users, permissions});
  const visibility = createVisibility({...platform, permissions});
  const directory = createDirectory({...platform, permissions, visibility});
  const actionLimits = createActionLimits({...platform, permissions});
  const accessTokens = createAccessTokens(platform);
  const schemes = createSchemes(platform);
  const termsOfService = createTermsOfService(platform);
  const locations = storeLocations(platform.config);
  const fileStore = createFileStore(locations.files);
  const system = await createSystem({
    ...platform,
    users,
    termsOfService,
    fileStore,
    versions: {api: API_VERSION, product: PRODUCT_VERSION},
  });
  const mail = createMail(platform);
  const accountEmails = createAccountEmails({...platform, mail, users});
  const preferences = createPreferences({...platform, permissions});
  const emailNotifications = createEmailNotifications({...platform, mail, users, onBehalf, preferences});
  const login = createLogin({...platform, users, sessions, audits, accountEmails});
  const images = createImages({
    maxPixels: () => platform.config.get().FileSettings.MaxImageResolution,
    log: platform.log,
  });
  const files = createFiles({...platform, permissions, fileStore, images});
  const importFiles = createFileStore(locations.imports);
  const uploads = createUploads({...platform, permissions, fileStore, files, importFiles});
  const outboundHttp = createOutboundHttp(platform);
  const linkMetadata = createLinkMetadataStore(platform);
  const imageProxy = createImageProxy({...platform, linkMetadata, outboundHttp, images});
  const linkPreviews = createLinkPreviews({...platform, linkMetadata, imageProxy, outboundHttp});
  const gifs = createGifs({...platform, outboundHttp, provider: gifProvider, users});
  const emoji = createEmoji({...platform, fileStore, images});
  const channels = createChannels({...platform, permissions});
  const teams = createTeams({...platform, permissions, channels});
  const guests = createGuests(platform);
  const invitations = createInvitations({...platform, mail, teams, channels, permissions, onBehalf});
  const moderations = createModerations({channels, teams, schemes, permissions});
  const profileImages = createProfileImages({...platform, users, teams, fileStore, images});
  const brandImage = createBrandImage({...platform, fileStore, images});
  const drafts = createDrafts({...platform, permissions, channels, files});
  const statuses = createStatuses(platform);
  const activity = createActivity({...platform, statuses});
  const customStatuses = createCustomStatuses({users, preferences});
  const reactions = createReactions({...platform, channels, emoji});
  const actionCookies = createActionCookies(platform);
  const groups = createGroups({...platform, users, visibility});
  const profileAttributes = createProfileAttributes({...platform, permissions, users, visibility});
  const posts = createPosts({
    actionCookies,
    postOutboxes: [
      createWebhookOutbox({...platform, permissions}),
      createEmailNotificationOutbox({...platform, statuses}),
    ],
    ...platform,
    permissions,
    channels,
    users,
    files,
    emoji,
    reactions,
    imageProxy,
    linkPreviews,
    statuses,
    groups,
  });
  const webPush = createWebPush({...platform, outboundHttp, preferences, statuses, users});
  const sidebarCategories = createSidebarCategories({...platform, channels, preferences});
  const search = createSearch({...platform, posts, users});
  const threads = createThreads({...platform, posts, users, visibility});
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
    async alsoDelete(tx, owner) {
      await deleteIncomingWebhooksOf(tx, owner);
      await deleteOutgoingWebhooksOf(tx, owner);
      await deleteTransfersOf(tx, owner);
      await deleteCommandsOf(tx, owner);
      await deleteWebPushSubscriptionsOf(tx, owner);
    },
  });
  const legalHolds = createLegalHolds(platform);
  createMentionPrompts({...platform, groups, onBehalf, permissions, posts, visibility});
  const postReminders = createPostReminders({...platform, channels, posts, onBehalf, userTexts});
  const scheduledPosts = createScheduledPosts({...platform, permissions, onBehalf, files, posts});
  const bookmarks = createBookmarks({...platform, files});
  const jobs = createJobs(platform);
  const fileContent = createFileContent({...platform, fileStore, jobs});
  const nodes = createNodes({...platform, statuses, jobs});
  const manifestSigner = createManifestSigner(platform);
  const complianceArchives = createFileStore(locations.compliance);
  const complianceReports = createComplianceReports({
    ...platform,
    jobs,
    archives: complianceArchives,
    files: fileStore,
    signer: manifestSigner,
    serverId: system.diagnosticId,
    version: PRODUCT_VERSION,
  });
  const exportArchives = createFileStore(locations.exports);
  const complianceExports = createComplianceExports({
    ...platform,
    jobs,
    archives: exportArchives,
    locations,
    signer: manifestSigner,
    serverId: system.diagnosticId,
    version: PRODUCT_VERSION,
  });
  const retentionPolicies = createRetentionPolicies(platform);
  const dataRetention = createDataRetention({
    ...platform,
    jobs,
    permanentDeletion,
    exportedUntil: complianceExports.exportedUntil,
    archives: exportArchives,
    signer: manifestSigner,
    serverId: system.diagnosticId,
  });
  const integrationPosts = createIntegrationPosts({...platform, emoji, posts, users, visibility});
  const deliveries = createDeliveryLog(platform);
  const ownership = createOwnership({...platform, permissions, onBehalf});
  const incomingWebhooks = createIncomingWebhooks({
    ...platform,
    channels,
    permissions,
    onBehalf,
    ownership,
  });
  const webhookReceiver = createWebhookReceiver({
    ...platform,
    channels,
    users,
    permissions,
    visibility,
    onBehalf,
    integrationPosts,
    deliveries,
  });
  const outgoingWebhooks = createOutgoingWebhooks({
    ...platform,
    channels,
    permissions,
    ownership,
  });
  const webhookDelivery = createWebhookDelivery({
    ...platform,
    outboundHttp,
    integrationPosts,
    onBehalf,
    channels,
    posts,
    userTexts,
  });
  const integrationCalls = createIntegrationCalls({outboundHttp, permissions});
  const triggerIds = createTriggerIds(platform);
  const polls = createPolls({...platform, posts, permissions, userTexts});
  const commandExecution = createCommandExecution({
    ...platform,
    polls,
    integrationCalls,
    triggerIds,
    integrationPosts,
    channels,
    channelAccess: createChannelAccess({permissions, visibility}),
    posts,
    permissions,
    onBehalf,
    preferences,
    sessions,
    statuses,
    customStatuses,
    teams,
    users,
    visibility,
    invitations,
    userTexts,
  });
  const slashCommands = createSlashCommands({...platform, permissions, ownership, commandExecution});
  const interactiveMessages = createInteractiveMessages({
    ...platform,
    integrationCalls,
    triggerIds,
    actionCookies,
    integrationPosts,
    permissions,
    onBehalf,
    channels,
    teams,
    posts,
    polls,
  });
  const dialogs = createDialogs({
    ...platform,
    integrationCalls,
    triggerIds,
    permissions,
    onBehalf,
    users,
    visibility,
  });
  const bots = createBots({...platform, users, permissions, channels, posts, userTexts});
  const bulkImport = createBulkImport({
    ...platform,
    channels,
    emoji,
    files,
    fileStore,
    profileImages,
    teams,
    users,
  });
  const importJobs = createImportJobs({...platform, jobs, bulkImport, importFiles});
  const bulkExport = createBulkExport({...platform, fileStore, version: PRODUCT_VERSION});
  const exportJobs = createExportJobs({
    ...platform,
    jobs,
    exportFiles: exportArchives,
    locations,
    version: PRODUCT_VERSION,
  });
  const userReports = createUserReports({
    ...platform,
    jobs,
    channels,
    posts,
    files,
    systemBot: async () => (await bots.systemBot()).userid,
    userTexts,
  });
  const postReports = createPostReports({channels, posts});
  const backups = createBackups({...platform, jobs, locations, version: PRODUCT_VERSION});
  return {
    permissions,
    onBehalf,
    audits,
    sessions,
    users,
    visibility,
    directory,
    actionLimits,
    accessTokens,
    schemes,
    system,
    mail,
    accountEmails,
    emailNotifications,
    login,
    fileStore,
    images,
    files,
    fileContent,
    uploads,
    emoji,
    preferences,
    channels,
    teams,
    groups,
    guests,
    invitations,
    moderations,
    bookmarks,
    sidebarCategories,
    profileAttributes,
    profileImages,
    brandImage,
    termsOfService,
    drafts,
    reactions,
    posts,
    search,
    threads,
    webPush,
    systemMessages,
    permanentDeletion,
    legalHolds,
    postReminders,
    scheduledPosts,
    statuses,
    activity,
    nodes,
    customStatuses,
    jobs,
    manifestSigner,
    complianceArchives,
    complianceReports,
    exportArchives,
    complianceExports,
    retentionPolicies,
    dataRetention,
    integrationPosts,
    deliveries,
    ownership,
    incomingWebhooks,
    webhookReceiver,
    outgoingWebhooks,
    webhookDelivery,
    bots,
    triggerIds,
    commandExecution,
    slashCommands,
    interactiveMessages,
    polls,
    dialogs,
    outboundHttp,
    integrationCalls,
    gifs,
    imageProxy,
    linkMetadata,
    bulkImport,
    importFiles,
    importJobs,
    bulkExport,
    exportJobs,
    userReports,
    postReports,
    backups,
  };
}
