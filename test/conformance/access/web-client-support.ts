import type {AccessTable} from './access-table.ts';

const SIGNED_IN = '401 200 200 200 200 200 200';
const ABSENT = '401 501 501 501 501 501 501';
const ADMINISTRATORS = '401 403 403 403 403 403 200';

/**
 * Requests of official clients for features that do not exist: empty results for signed-in users, or the status for a
 * missing feature.
 */
export const webClientSupport: AccessTable = {
  ...all(SIGNED_IN, [
    'GET /api/v4/channels/:channel_id/groups',
    'GET /api/v4/channels/:channel_id/members_minus_group_members',
    'POST /api/v4/client_perf',
    'GET /api/v4/agents',
    'GET /api/v4/agents/status',
    'GET /api/v4/cloud/limits',
    'GET /api/v4/cloud/products',
    'GET /api/v4/custom_profile_attributes/fields',
    'GET /api/v4/ldap/groups',
    'GET /api/v4/license/load_metric',
    'GET /api/v4/limits/server',
    'GET /api/v4/llmservices',
    'GET /api/v4/redirect_location',
    'GET /api/v4/system/notices/:team_id',
    'GET /api/v4/teams/:team_id/groups',
    'GET /api/v4/teams/:team_id/groups_by_channels',
    'GET /api/v4/teams/:team_id/members_minus_group_members',
    'GET /api/v4/usage/posts',
    'GET /api/v4/usage/storage',
    'GET /api/v4/usage/teams',
    'GET /api/v4/users/:user_id/custom_profile_attributes',
  ]),
  ...all(ADMINISTRATORS, [
    'GET /api/v4/analytics/old',
    'GET /api/v4/logs',
    'GET /api/v4/plugins',
    'GET /api/v4/plugins/marketplace',
    'GET /api/v4/plugins/marketplace/first_admin_visit',
    'GET /api/v4/system/schema/version',
    'POST /api/v4/plugins/marketplace/first_admin_visit',
    'GET /api/v4/plugins/statuses',
    'GET /api/v4/system/onboarding/complete',
    'POST /api/v4/system/onboarding/complete',
    'GET /api/v4/upgrade_to_enterprise/status',
    'GET /api/v4/saml/certificate/status',
    'GET /api/v4/trial-license/prev',
    'GET /api/v4/warn_metrics/status',
  ]),
  ...all(ABSENT, [
    'GET /api/v4/cloud/customer',
    'GET /api/v4/cloud/installation',
    'GET /api/v4/cloud/subscription',
    'GET /api/v4/cloud/subscription/invoices',
    'POST /api/v4/custom_profile_attributes/fields',
    'PATCH /api/v4/custom_profile_attributes/values',
    'GET /api/v4/data_retention/policies',
    'GET /api/v4/data_retention/policy',
    'POST /api/v4/elasticsearch/purge_indexes',
    'POST /api/v4/elasticsearch/test',
    'POST /api/v4/ldap/sync',
    'POST /api/v4/ldap/test',
    'POST /api/v4/ldap/test_connection',
    'DELETE /api/v4/license',
    'POST /api/v4/license',
    'POST /api/v4/plugins',
    'POST /api/v4/plugins/install_from_url',
    'POST /api/v4/plugins/marketplace',
    'GET /api/v4/remotecluster',
    'POST /api/v4/remotecluster',
    'POST /api/v4/saml/metadatafromidp',
    'POST /api/v4/trial-license',
    'POST /api/v4/upgrade_to_enterprise',
    'PATCH /api/v4/users/:user_id/custom_profile_attributes',
    'POST /api/v4/users/login/switch',
  ]),
  'POST /api/v4/exports/:export_name/presign-url': [ABSENT, {params: unknown}],
  'DELETE /api/v4/plugins/:plugin_id': [ABSENT, {params: unknown}],
  'POST /api/v4/plugins/:plugin_id/disable': [ABSENT, {params: unknown}],
  'POST /api/v4/plugins/:plugin_id/enable': [ABSENT, {params: unknown}],
  'GET /api/v4/plugins/webapp': '200 200 200 200 200 200 200',
  'POST /api/v4/logs/query': [ADMINISTRATORS, {body: () => ({})}],
  'POST /api/v4/logs': [SIGNED_IN, {body: () => ({message: 'x is undefined'})}],
  'POST /api/v4/permissions/ancillary': [SIGNED_IN, {body: () => ['sysconsole_read_about']}],
  'PUT /api/v4/system/notices/view': [SIGNED_IN, {body: () => ['1']}],
};

function all(statuses: string, routes: readonly string[]): AccessTable {
  return Object.fromEntries(routes.map((route) => [route, statuses]));
}

function unknown(): Record<string, string> {
  return {export_name: 'none.zip', plugin_id: 'none'};
}
