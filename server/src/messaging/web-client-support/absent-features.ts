import {notImplemented} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';

type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** Features of official clients that this server doesn't have. */
const ABSENT_FEATURES: Readonly<Record<string, readonly Call[]>> = {
  plugins: [
    'POST /plugins',
    'POST /plugins/install_from_url',
    'POST /plugins/marketplace',
    'DELETE /plugins/:plugin_id',
    'POST /plugins/:plugin_id/enable',
    'POST /plugins/:plugin_id/disable',
  ],
  'custom profile attributes': [
    'POST /custom_profile_attributes/fields',
    'PATCH /custom_profile_attributes/values',
    'PATCH /users/:user_id/custom_profile_attributes',
  ],
  LDAP: [
    'POST /ldap/test',
    'POST /ldap/test_connection',
    'POST /ldap/test_diagnostics',
    'POST /ldap/sync',
    'POST /ldap/certificate/public',
    'DELETE /ldap/certificate/public',
    'POST /ldap/certificate/private',
    'DELETE /ldap/certificate/private',
    'POST /ldap/groups/:remote_id/link',
    'DELETE /ldap/groups/:remote_id/link',
    'POST /ldap/users/:user_id/group_sync_memberships',
  ],
  SAML: [
    'POST /saml/metadatafromidp',
    'POST /saml/certificate/public',
    'DELETE /saml/certificate/public',
    'POST /saml/certificate/private',
    'DELETE /saml/certificate/private',
    'POST /saml/certificate/idp',
    'DELETE /saml/certificate/idp',
  ],
  'other ways to sign in': [
    'POST /users/login/switch',
    'POST /users/login/desktop_token',
    'POST /users/login/one_time_link',
  ],
  'multi-factor authentication': ['PUT /users/:user_id/mfa', 'POST /users/:user_id/mfa/generate'],
  'OAuth applications': [
    'POST /oauth/apps',
    'GET /oauth/apps/:app_id',
    'GET /oauth/apps/:app_id/info',
    'PUT /oauth/apps/:app_id',
    'DELETE /oauth/apps/:app_id',
    'POST /oauth/apps/:app_id/regen_secret',
    'POST /oauth/outgoing_connections',
    'POST /oauth/outgoing_connections/validate',
    'GET /oauth/outgoing_connections/:connection_id',
    'PUT /oauth/outgoing_connections/:connection_id',
    'DELETE /oauth/outgoing_connections/:connection_id',
  ],
  'access control policies': [
    'PUT /access_control_policies',
    'PUT /access_control_policies/activate',
    'POST /access_control_policies/search',
    'POST /access_control_policies/cel/check',
    'POST /access_control_policies/cel/test',
    'POST /access_control_policies/cel/simulate_users',
    'POST /access_control_policies/cel/validate_requester',
    'POST /access_control_policies/cel/visual_ast',
    'GET /access_control_policies/cel/autocomplete/fields',
    'GET /access_control_policies/:policy_id',
    'DELETE /access_control_policies/:policy_id',
    'POST /access_control_policies/:policy_id/assign',
    'DELETE /access_control_policies/:policy_id/unassign',
    'GET /access_control_policies/:policy_id/resources/channels',
    'POST /access_control_policies/:policy_id/resources/channels/search',
    'GET /teams/:team_id/access_control/policy',
  ],
  'content flagging': [
    'GET /content_flagging/config',
    'PUT /content_flagging/config',
    'GET /content_flagging/fields',
    'GET /content_flagging/flag/config',
    'GET /content_flagging/team/:team_id/status',
    'GET /content_flagging/team/:team_id/reviewers/search',
    'GET /content_flagging/post/:post_id',
    'GET /content_flagging/post/:post_id/field_values',
    'POST /content_flagging/post/:post_id/flag',
    'POST /content_flagging/post/:post_id/report',
    'PUT /content_flagging/post/:post_id/keep',
    'PUT /content_flagging/post/:post_id/remove',
  ],
  recaps: [
    'GET /recaps',
    'POST /recaps',
    'POST /recaps/mark_viewed',
    'GET /recaps/:recap_id',
    'DELETE /recaps/:recap_id',
    'POST /recaps/:recap_id/read',
    'POST /recaps/:recap_id/regenerate',
    'POST /posts/rewrite',
  ],
  'messages that burn on read': ['GET /posts/:post_id/reveal', 'DELETE /posts/:post_id/burn'],
  'link previews': ['POST /opengraph'],
  'filters for IP addresses': ['GET /ip_filtering', 'POST /ip_filtering', 'GET /ip_filtering/my_ip'],
  'audit certificates': ['POST /audit_logs/certificate', 'DELETE /audit_logs/certificate'],
  'support packets': ['GET /system/support_packet'],
  'a busy mode': ['POST /server_busy', 'DELETE /server_busy'],
  'an integrity check': ['POST /integrity'],
  'restarts through the API': ['POST /restart'],
  'a cloud subscription': [
    'GET /cloud/customer',
    'GET /cloud/subscription',
    'GET /cloud/subscription/invoices',
    'GET /cloud/installation',
    'GET /cloud/preview/modal_data',
    'PUT /cloud/customer',
    'PUT /cloud/customer/address',
    'POST /cloud/validate-business-email',
    'POST /cloud/validate-workspace-business-email',
    'POST /users/notify-admin',
  ],
  'another edition to upgrade to': ['POST /upgrade_to_enterprise', 'GET /upgrade_to_enterprise/allowed'],
  'license files': [
    'POST /license',
    'DELETE /license',
    'POST /license/preview',
    'GET /license/renewal',
    'POST /trial-license',
  ],
  'direct links to the file storage': ['POST /exports/:export_name/presign-url'],
  Elasticsearch: ['POST /elasticsearch/test', 'POST /elasticsearch/purge_indexes'],
  'connections to other servers': [
    'GET /remotecluster',
    'POST /remotecluster',
    'POST /remotecluster/accept_invite',
    'GET /remotecluster/:remote_id',
    'PATCH /remotecluster/:remote_id',
    'DELETE /remotecluster/:remote_id',
    'POST /remotecluster/:remote_id/generate_invite',
    'GET /remotecluster/:remote_id/sharedchannelremotes',
    'POST /remotecluster/:remote_id/channels/:channel_id/invite',
    'POST /remotecluster/:remote_id/channels/:channel_id/uninvite',
    'GET /sharedchannels/remote_info/:remote_id',
  ],
};

/** Returns an error for each of them. */
export function registerAbsentFeatureRoutes(api: HttpServer): void {
  for (const [feature, calls] of Object.entries(ABSENT_FEATURES)) {
    for (const call of calls) {
      const [method, url] = call.split(' ') as [string, string];
      api.route({
        method,
        url,
        schema: {summary: `Not available: this server does not have ${feature}`},
        handler: async () => {
          throw notImplemented(
            'api.feature_not_available.app_error',
            `This server does not have ${feature}.`,
          );
        },
      });
    }
  }
}
