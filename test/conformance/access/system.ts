import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

const page = '200 200 200 200 200 200 200';

/** The server itself: health, settings, API description, web client. */
export const system: AccessTable = {
  // Without an image, the request is rejected.
  'POST /api/v4/brand/image': '401 403 403 403 403 403 400',
  'DELETE /api/v4/brand/image': '401 403 403 403 403 403 404',
  'GET /api/v4/brand/image': '404 404 404 404 404 404 404',
  'POST /api/v4/terms_of_service': ['401 403 403 403 403 403 200', {body: () => ({text: 'Be kind'})}],
  'GET /api/v4/terms_of_service': ['401 200 200 200 200 200 200', {prepare: publishTerms}],
  'POST /api/v4/users/:user_id/terms_of_service': [
    '401 200 200 403 403 403 403',
    {prepare: publishTerms, body: ({params}) => ({termsOfServiceId: params.terms_id, accepted: true})},
  ],
  'GET /api/v4/users/:user_id/terms_of_service': [
    '401 200 200 403 403 403 403',
    {
      async prepare(world) {
        await publishTerms(world);
        const {terms_id: termsOfServiceId} = world.params;
        await world.as('member').post('/users/me/terms_of_service', {termsOfServiceId, accepted: true});
      },
    },
  ],

  //                              anon mem tok oth bot tad sad
  'GET /api/v4/system/ping': page,
  'GET /api/v4/system/health': '401 403 403 403 403 403 200',
  'GET /api/v4/system/setup': '401 403 403 403 403 403 200',
  'GET /api/v4/system/secret_keys': '401 403 403 403 403 403 200',
  'GET /api/v4/system/activity': '401 403 403 403 403 403 200',
  'GET /api/v4/cluster/status': '401 403 403 403 403 403 200',
  'GET /api/v4/system/timezones': '401 200 200 200 200 200 200',
  'GET /api/v4/config/client': [page, {query: () => 'format=old'}],
  'GET /api/v4/license/client': [page, {query: () => 'format=old'}],
  'GET /api/v4/config': '401 403 403 403 403 403 200',
  'GET /api/v4/config/schema': '401 403 403 403 403 403 200',
  'GET /api/v4/config/environment': '401 403 403 403 403 403 200',
  'GET /api/v4/config/status': '401 403 403 403 403 403 200',
  'GET /api/v4/config/history': '401 403 403 403 403 403 200',
  'POST /api/v4/config/history/:version/restore': [
    '401 403 403 403 403 403 200',
    {
      // Restores the current settings, which the other routes need.
      async prepare({server, params}) {
        const {config} = server.platform;
        await config.patch({TeamSettings: {SiteName: newId()}});
        const [latest] = await config.history({offset: 0, limit: 1});
        params.version = String(latest!.version);
      },
    },
  ],
  'PUT /api/v4/config': [
    '401 403 403 403 403 403 200',
    {body: ({server}) => server.platform.config.masked()},
  ],
  'PUT /api/v4/config/patch': ['401 403 403 403 403 403 200', {body: () => ({})}],
  'POST /api/v4/config/reload': '401 403 403 403 403 403 200',
  // Emails are turned off.
  'POST /api/v4/email/test': '401 403 403 403 403 403 501',
  'POST /api/v4/caches/invalidate': '401 403 403 403 403 403 200',
  'POST /api/v4/database/recycle': '401 403 403 403 403 403 200',

  'GET /api/v4/cluster/nodes': '401 403 403 403 403 403 200',
  // The last remaining server can't be drained.
  'POST /api/v4/cluster/nodes/:node_id/drain': [
    '401 403 403 403 403 403 409',
    {params: ({server}) => ({node_id: server.platform.cluster.node.id})},
  ],
  'DELETE /api/v4/cluster/nodes/:node_id/drain': [
    '401 403 403 403 403 403 200',
    {params: ({server}) => ({node_id: server.platform.cluster.node.id})},
  ],

  'GET /livez': page,
  'GET /readyz': page,
  'GET /metrics': page,
  'GET /api/v4/openapi.json': page,
  'GET /api/docs': page,
  'GET /api/docs/static/index.html': '302 302 302 302 302 302 302',
  'GET /api/docs/static/swagger-initializer.js': page,
  'GET /api/docs/json': page,
  'GET /api/docs/yaml': page,
  // There is no such file, whether or not the web client is built.
  'POST /_share': '303 303 303 303 303 303 303',
  'GET /*': ['404 404 404 404 404 404 404', {params: () => ({'*': 'none.js'})}],
  'GET /api/docs/static/*': [page, {params: () => ({'*': 'swagger-ui.css'})}],
};

async function publishTerms(world: World): Promise<void> {
  const {body} = await world.as('system admin').post('/terms_of_service', {text: 'Be kind'});
  world.params.terms_id = body.id;
}
