import Type, {type TSchema} from 'typebox';
import {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, jsonValue, line, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';

interface FixedResponse {
  route: `${'GET' | 'POST' | 'PUT'} /${string}`;
  summary: string;
  /** Who may call the route; by default everyone with a session. */
  for?: 'anyone' | 'administrators';
  body?: TSchema;
  shape?: TSchema;
  /** The response, which may depend on the path parameters. If it is an `AppError`, it is thrown. */
  response: unknown | ((params: Record<string, string>) => unknown);
}

const UnknownArray = Type.Array(Type.Unknown());
const SystemSetting = Type.Object({name: Type.String(), value: Type.String()});
const GroupPage = Type.Object({groups: UnknownArray, total_group_count: Type.Integer()});
const UserPage = Type.Object({users: UnknownArray, total_count: Type.Integer()});

const noItems = {shape: UnknownArray, response: []};
const emptyObject = {shape: Type.Object({}), response: {}};
const ok = {shape: StatusOk, response: STATUS_OK};
const noGroups = {shape: GroupPage, response: {groups: [], total_group_count: 0}};
const noMembersOutsideGroups = {
  summary: 'List members outside such groups (always empty)',
  shape: UserPage,
  response: {users: [], total_count: 0},
};

const FIXED_RESPONSES: readonly FixedResponse[] = [
  {route: 'GET /agents', summary: 'List agents (always empty)', ...noItems},
  {route: 'GET /llmservices', summary: 'List language models (always empty)', ...noItems},
  {
    route: 'GET /agents/status',
    summary: 'Get whether agents are available (always false)',
    shape: Type.Object({available: Type.Boolean()}),
    response: {available: false},
  },

  {
    route: 'POST /client_perf',
    summary: 'Accept client metrics and discard them',
    body: jsonValue(200_000),
    ...ok,
  },

  // Mobile apps acknowledge push notifications.
  {
    route: 'POST /notifications/ack',
    summary: 'Accept the acknowledgment of a push notification and discard it',
    body: jsonValue(10_000),
    ...ok,
  },

  {route: 'GET /oauth/apps', summary: 'List OAuth applications (always empty)', ...noItems},
  {
    route: 'GET /users/:user_id/oauth/apps/authorized',
    summary: 'List OAuth applications that a user has authorized (always empty)',
    ...noItems,
  },
  {
    route: 'GET /oauth/outgoing_connections',
    summary: 'List outgoing OAuth connections (always empty)',
    ...noItems,
  },

  // Attributes of channels, and channels that are shared with other servers.
  {
    route: 'GET /channels/:channel_id/access_control/attributes',
    summary: "Get a channel's attributes for access control (always none)",
    ...emptyObject,
  },
  {
    route: 'GET /sharedchannels/:id',
    summary: 'List the shared channels of a team (always empty)',
    ...noItems,
  },
  {
    route: 'GET /sharedchannels/:id/remotes',
    summary: 'List the servers that share a channel (always empty)',
    ...noItems,
  },
  {
    route: 'GET /sharedchannels/users/:user_id/can_dm/:other_user_id',
    summary: 'Get whether the server of a user allows direct messages (always true)',
    shape: Type.Object({can_dm: Type.Boolean()}),
    response: {can_dm: true},
  },

  // Limits of hosted workspaces and licenses.
  {route: 'GET /cloud/products/selfhosted', summary: 'List products to buy (always empty)', ...noItems},
  {
    route: 'GET /cloud/check-cws-connection',
    summary: 'Get whether the vendor of licenses can be reached (always unavailable)',
    shape: Type.Object({status: Type.String()}),
    response: {status: 'unavailable'},
  },
  {
    route: 'GET /server_busy',
    summary: 'Get whether the server avoids optional work (always false)',
    for: 'administrators',
    shape: Type.Object({busy: Type.Boolean(), expires: Type.Integer()}),
    response: {busy: false, expires: 0},
  },
  {route: 'GET /cloud/limits', summary: 'Get limits (always none)', ...emptyObject},
  {route: 'GET /cloud/products', summary: 'List products (always empty)', ...noItems},
  {
    route: 'GET /license/load_metric',
    summary: 'Get license usage (always zero)',
    shape: Type.Object({load: Type.Integer()}),
    response: {load: 0},
  },
  {
    route: 'GET /usage/storage',
    summary: 'Get storage usage for limits (always zero)',
    shape: Type.Object({bytes: Type.Integer()}),
    response: {bytes: 0},
  },

  {
    route: 'GET /trial-license/prev',
    summary: 'Get the previous trial license (always none)',
    for: 'administrators',
    shape: Type.Object({IsLicensed: Type.String()}),
    response: {IsLicensed: 'false'},
  },
  {
    route: 'GET /warn_metrics/status',
    summary: 'Get which limits to advertise an upgrade for (always none)',
    for: 'administrators',
    ...emptyObject,
  },

  // The destination of a redirect. The server would have to contact the other site.
  {
    route: 'GET /redirect_location',
    summary: 'Get the destination of a redirect (always unknown)',
    shape: Type.Object({location: Type.String()}),
    response: {location: ''},
  },

  {
    route: 'GET /saml/certificate/status',
    summary: 'Get which SAML certificates exist (always none)',
    for: 'administrators',
    shape: Type.Object({
      idp_certificate_file: Type.Boolean(),
      private_key_file: Type.Boolean(),
      public_certificate_file: Type.Boolean(),
    }),
    response: {idp_certificate_file: false, private_key_file: false, public_certificate_file: false},
  },

  // Groups whose members are added to a team or channel. They exist only with a directory service.
  {
    route: 'GET /teams/:team_id/groups',
    summary: 'List the groups that are synced to a team (always empty)',
    ...noGroups,
  },
  {
    route: 'GET /teams/:team_id/groups_by_channels',
    summary: "List the groups that are synced to a team's channels (always empty)",
    shape: Type.Object({groups: Type.Object({})}),
    response: {groups: {}},
  },
  {
    route: 'GET /groups/:group_id/teams',
    summary: 'List the teams that a group is synced to (always empty)',
    ...noItems,
  },
  {
    route: 'GET /groups/:group_id/channels',
    summary: 'List the channels that a group is synced to (always empty)',
    ...noItems,
  },
  {
    route: 'GET /channels/:channel_id/groups',
    summary: 'List the groups that are synced to a channel (always empty)',
    ...noGroups,
  },
  {route: 'GET /teams/:team_id/members_minus_group_members', ...noMembersOutsideGroups},
  {route: 'GET /channels/:channel_id/members_minus_group_members', ...noMembersOutsideGroups},
  {
    route: 'GET /ldap/groups',
    summary: 'List directory groups (always empty)',
    shape: Type.Object({count: Type.Integer(), groups: UnknownArray}),
    response: {count: 0, groups: []},
  },

  // Product notices. The server would have to download them.
  {route: 'GET /system/notices/:team_id', summary: 'List product notices (always empty)', ...noItems},
  {
    route: 'PUT /system/notices/view',
    summary: 'Mark product notices as read',
    body: Type.Array(line(), {maxItems: 100}),
    ...ok,
  },

  // Tours for administrators in the official client. They are always completed.
  {
    route: 'GET /system/onboarding/complete',
    summary: "Get whether the first administrator's onboarding is complete (always true)",
    for: 'administrators',
    shape: SystemSetting,
    response: {name: 'FirstAdminSetupComplete', value: 'true'},
  },
  {
    route: 'POST /system/onboarding/complete',
    summary: "Complete the first administrator's onboarding",
    for: 'administrators',
    ...ok,
  },
  {
    route: 'GET /plugins/marketplace/first_admin_visit',
    summary: 'Get whether an administrator has visited the marketplace (always true)',
    for: 'administrators',
    shape: SystemSetting,
    response: {name: 'FirstAdminVisitMarketplace', value: 'true'},
  },
  {
    route: 'POST /plugins/marketplace/first_admin_visit',
    summary: 'Record that an administrator has visited the marketplace',
    for: 'administrators',
    ...ok,
  },
  {
    route: 'GET /upgrade_to_enterprise/status',
    summary: 'Get the progress of an upgrade to another edition (always none)',
    for: 'administrators',
    shape: Type.Object({percentage: Type.Integer(), error: Type.String()}),
    response: {percentage: 0, error: ''},
  },
  // Plugins. Clients request them before signing in.
  {
    route: 'GET /plugins/webapp',
    summary: 'List web client plugins (always empty)',
    for: 'anyone',
    ...noItems,
  },
  {
    route: 'GET /plugins',
    summary: 'List plugins (always empty)',
    for: 'administrators',
    shape: Type.Object({active: UnknownArray, inactive: UnknownArray}),
    response: {active: [], inactive: []},
  },
  {
    route: 'GET /plugins/statuses',
    summary: 'Get the status of plugins (always empty)',
    for: 'administrators',
    ...noItems,
  },
  {
    route: 'GET /plugins/marketplace',
    summary: 'List installable plugins (always empty)',
    for: 'administrators',
    ...noItems,
  },
];

/** Registers routes whose responses are always the same. */
export function registerFixedResponses(api: HttpServer, {permissions}: {permissions: Permissions}): void {
  for (const {route, summary, for: access, body, shape, response} of FIXED_RESPONSES) {
    const [method, url] = route.split(' ') as [string, string];
    const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    api.route({
      method,
      url,
      ...(access === 'anyone' ? {config: {access: 'anonymous' as const}} : {}),
      schema: {
        summary,
        ...(names.length > 0
          ? {params: Type.Object(Object.fromEntries(names.map((name) => [name, Id])))}
          : {}),
        ...(body ? {body} : {}),
        ...(shape ? {response: {200: shape}} : {}),
      },
      handler: async (request) => {
        if (access === 'administrators') await permissions.require(actorOf(request), 'manage_system');
        const result =
          typeof response === 'function' ? response(request.params as Record<string, string>) : response;
        if (result instanceof AppError) throw result;
        return result;
      },
    });
  }
}
