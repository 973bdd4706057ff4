/**
 * Deliberate differences between Patchbay and the operations in `reference-operations.txt`, grouped by reason. A line
 * is an operation, followed by the names or values that differ, separated by commas. docs/compatibility.md explains
 * what the differences mean for clients.
 */
export type Differences = Readonly<Record<string, readonly string[]>>;

/** Operations without a route, which return 404. For other absent features, official clients get a 501. */
export const ABSENT: Differences = {
  'newer than the reported version, 11.9': [
    'POST /actions/dialogs/execute',
    'GET /plugins/{plugin_id}/access_control',
    'PUT /plugins/{plugin_id}/access_control',
    'GET /health/findings',
    'POST /health/findings/{fingerprint}/mute',
    'DELETE /health/findings/{fingerprint}/mute',
    'GET /delivery_tracking/config',
    'PUT /delivery_tracking/config',
    'POST /ephemeral_mode/cleanup',
    'POST /ephemeral_mode/purge',
    'POST /ephemeral_mode/wipe',
    'GET /remotecluster/{remote_id}/shared_channel_invitations',
    'DELETE /remotecluster/{remote_id}/shared_channel_invitations/{shared_channel_invitation_id}',
    'GET /channels/{channel_id}/shared_channel_invitations',
  ],
  'experimental, behind a feature flag': [
    'POST /cards',
    'PUT /cards/{post_id}',
    'DELETE /cards/{post_id}',
    'PUT /cards/{post_id}/patch',
    'GET /cards/{post_id}/edit_history',
    'GET /channels/{channel_id}/views',
    'POST /channels/{channel_id}/views',
    'GET /channels/{channel_id}/views/{view_id}',
    'PATCH /channels/{channel_id}/views/{view_id}',
    'DELETE /channels/{channel_id}/views/{view_id}',
    'GET /channels/{channel_id}/views/{view_id}/posts',
    'POST /channels/{channel_id}/views/{view_id}/sort_order',
    'POST /properties/groups/{group_name}/fields/search',
  ],
  'recaps need a language model': [
    'POST /scheduled_recaps',
    'GET /scheduled_recaps',
    'GET /scheduled_recaps/{scheduled_recap_id}',
    'PUT /scheduled_recaps/{scheduled_recap_id}',
    'DELETE /scheduled_recaps/{scheduled_recap_id}',
    'POST /scheduled_recaps/{scheduled_recap_id}/pause',
    'POST /scheduled_recaps/{scheduled_recap_id}/resume',
  ],
  'there are no access control policies and no flagged posts': [
    'GET /access_control_policies/{policy_id}/activate',
    'GET /access_control_policies/{policy_id}/activity',
    'POST /content_flagging/post/{post_id}/assign/{reviewer_id}',
  ],
  'groups are not synchronized from a directory': [
    'POST /groups/{group_id}/teams/{team_id}/link',
    'DELETE /groups/{group_id}/teams/{team_id}/link',
    'POST /groups/{group_id}/channels/{channel_id}/link',
    'DELETE /groups/{group_id}/channels/{channel_id}/link',
    'GET /groups/{group_id}/teams/{team_id}',
    'GET /groups/{group_id}/channels/{channel_id}',
    'PUT /groups/{group_id}/teams/{team_id}/patch',
    'PUT /groups/{group_id}/channels/{channel_id}/patch',
  ],
  'passwords are the only way to sign in': [
    'POST /users/login/cws',
    'POST /users/login/sso/code-exchange',
    'POST /users/migrate_auth/ldap',
    'POST /users/migrate_auth/saml',
    'POST /ldap/migrateid',
    'GET /saml/metadata',
    'POST /saml/reset_auth_data',
  ],
  'there is nothing to buy': [
    'GET /cloud/subscription/invoices/{invoice_id}/pdf',
    'GET /hosted_customer/signup_available',
    'POST /cloud/webhook',
  ],
  'only for programs on the server’s own machine; there is a command for it or no need': [
    'DELETE /users',
    'POST /config/migrate',
    'POST /plugins/reattach',
    'POST /plugins/{plugin_id}/detach',
  ],
  'only for the tests of the reference server': [
    'GET =/manualtest',
    'PUT /system/e2e/ai_bridge',
    'GET /system/e2e/ai_bridge',
    'DELETE /system/e2e/ai_bridge',
  ],
  'would call the vendor': ['GET /latest_version'],
  'bulk import replaces it': ['POST /teams/{team_id}/import'],
  'the file of a report arrives in a message': ['GET /reports/export/{report_id}'],
  'no client calls it': [
    'GET /users/{user_id}/teams/{team_id}/threads/mention_counts',
    'GET /users/invalid_emails',
  ],
};

/** Successful statuses that the document doesn't list. */
export const STATUSES: Differences = {
  'the status of the reference server': [
    'GET /channels/{channel_id}/bookmarks 200',
    'POST /emoji 200',
    'POST /posts/schedule 201',
    'POST /reactions 200',
    'POST /teams/{team_id}/channels/search 200',
    'POST /uploads/{upload_id} 200',
    'POST /users/login 200',
    'POST /users/logout 200',
    'POST /users/{user_id}/tokens 200',
    'PUT /hooks/incoming/{hook_id} 201',
  ],
  'a part of a file, for a request with a range': ['GET /exports/{export_name} 206'],
  'no content, for a request with our parameter `optional`': [
    'GET /brand/image 204',
    'GET /terms_of_service 204',
  ],
};

/** Query parameters that are ignored, because the result is the same without them. */
export const IGNORED_QUERY: Differences = {
  'the reference server reads in_team and in_channel': ['GET /users/autocomplete team_id,channel_id'],
  'the reference server reads before and after': ['GET /users/{user_id}/teams/{team_id}/threads page'],
  'groups do not limit who can join': ['GET /users group_constrained'],
  'users are always included': [
    'GET /posts/{post_id}/thread collapsedThreadsExtended',
    'GET /users/{user_id}/channels/{channel_id}/posts/unread collapsedThreadsExtended',
  ],
  'newer than the reported version': ['GET /channels/{channel_id}/posts type'],
};

/**
 * Fields of bodies that are ignored, because the result is the same without them. If a field requests a feature that
 * Patchbay doesn't have, declare it as an `absentField` in the schema instead, which rejects it.
 */
export const IGNORED_FIELDS: Differences = {
  'the reference server has another name for it': [
    'POST /users/{user_id}/terms_of_service serviceTermsId',
    'PUT /users/sessions/device deviceNotificationDisabled,mobileVersion',
  ],
  'the reference server ignores it': [
    'PUT /teams/{team_id} invite_id',
    'PUT /teams/{team_id}/patch invite_id',
    'PUT /posts/schedule/{scheduled_post_id} channel_id,user_id',
  ],
  'the server knows it from the reactions': [
    'PUT /posts/{post_id} has_reactions',
    'PUT /posts/{post_id}/patch has_reactions',
  ],
  'the server knows it from the open dialog': [
    'POST /actions/dialogs/lookup channel_id,team_id',
    'POST /actions/dialogs/submit channel_id,team_id',
  ],
  'groups do not limit who can join, and servers do not share channels': [
    'POST /channels/search exclude_group_constrained,exclude_remote,not_associated_to_group',
    'POST /users/search group_constrained',
  ],
  'measurements are not kept': ['POST /client_perf client_id,counters,end,histograms,labels,start,version'],
};

/** Bodies that lack required fields, but don't get a 400. The value is the status of an empty object. */
export const EMPTY_BODY: Differences = {
  'absent fields stay as they are': [
    'PUT /bots/{bot_user_id} 404',
    'PUT /channels/{channel_id} 200',
    'PUT /hooks/incoming/{hook_id} 404',
    'PUT /teams/{team_id} 200',
  ],
  'the same as an empty id': [
    'POST /channels/members/{user_id}/view 200',
    'PUT /channels/{channel_id}/scheme 200',
    'PUT /teams/{team_id}/scheme 200',
  ],
  'there is no such status to remove': [
    'DELETE /users/{user_id}/status/custom/recent 200',
    'POST /users/{user_id}/status/custom/recent/delete 200',
  ],
  'the bot of the path does not exist': ['POST /bots/{bot_user_id}/icon 404'],
};

/** Query parameters that are required, although the document doesn't say so. */
export const REQUIRED_QUERY: Differences = {
  'required on the reference server too': ['GET /commands team_id', 'GET /image url'],
};
