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
  LDAP: ['POST /ldap/test', 'POST /ldap/test_connection', 'POST /ldap/sync'],
  SAML: ['POST /saml/metadatafromidp'],
  'other ways to sign in': ['POST /users/login/switch'],
  'a cloud subscription': [
    'GET /cloud/customer',
    'GET /cloud/subscription',
    'GET /cloud/subscription/invoices',
    'GET /cloud/installation',
  ],
  'another edition to upgrade to': ['POST /upgrade_to_enterprise'],
  'license files': ['POST /license', 'DELETE /license', 'POST /trial-license'],
  'data retention policies': ['GET /data_retention/policy', 'GET /data_retention/policies'],
  'direct links to the file storage': ['POST /exports/:export_name/presign-url'],
  Elasticsearch: ['POST /elasticsearch/test', 'POST /elasticsearch/purge_indexes'],
  'connections to other servers': ['GET /remotecluster', 'POST /remotecluster'],
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
