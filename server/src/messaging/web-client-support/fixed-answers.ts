import Type, {type TSchema} from 'typebox';
import {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, jsonValue, line, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';

interface FixedAnswer {
  call: `${'GET' | 'POST' | 'PUT'} /${string}`;
  summary: string;
  /** Who may ask. Without it: whoever has a session. */
  for?: 'anybody' | 'administrators';
  body?: TSchema;
  shape?: TSchema;
  /** What is answered, in that shape; what the path names may be in it. An `AppError` is thrown. */
  answer: unknown | ((params: Record<string, string>) => unknown);
}

const Unknowns = Type.Array(Type.Unknown());
const SystemSetting = Type.Object({name: Type.String(), value: Type.String()});
const GroupPage = Type.Object({groups: Unknowns, total_group_count: Type.Integer()});
const UserPage = Type.Object({users: Unknowns, total_count: Type.Integer()});

const none = {shape: Unknowns, answer: []};
const nothing = {shape: Type.Object({}), answer: {}};
const done = {shape: StatusOk, answer: STATUS_OK};
const noGroups = {shape: GroupPage, answer: {groups: [], total_group_count: 0}};
const nobodyOutside = {
  summary: 'List members outside of user groups: nobody, as there are none',
  shape: UserPage,
  answer: {users: [], total_count: 0},
};

const FIXED_ANSWERS: readonly FixedAnswer[] = [
  // Language models that would write along.
  {call: 'GET /agents', summary: 'List agents: none', ...none},
  {call: 'GET /llmservices', summary: 'List language models: none', ...none},
  {
    call: 'GET /agents/status',
    summary: 'Say whether there are agents: no',
    shape: Type.Object({available: Type.Boolean()}),
    answer: {available: false},
  },

  // What clients measure of themselves.
  {
    call: 'POST /client_perf',
    summary: 'Take what a client has measured of itself, and forget it',
    body: jsonValue(200_000),
    ...done,
  },

  // What a hosted workspace or a licence would limit.
  {call: 'GET /cloud/limits', summary: 'Say what is limited: nothing', ...nothing},
  {call: 'GET /cloud/products', summary: 'List what can be bought: nothing', ...none},
  {
    call: 'GET /license/load_metric',
    summary: 'Say how much of the licence is used: nothing',
    shape: Type.Object({load: Type.Integer()}),
    answer: {load: 0},
  },
  {
    call: 'GET /usage/storage',
    summary: 'Count the bytes that a limit would be measured by: there is none',
    shape: Type.Object({bytes: Type.Integer()}),
    answer: {bytes: 0},
  },

  // Groups of users, as a directory would bring them.
  {call: 'GET /groups', summary: 'List user groups: none', ...none},
  {
    call: 'POST /groups/names',
    summary: 'Find user groups by name: none',
    body: Type.Array(line(), {maxItems: 1000}),
    ...none,
  },
  {
    call: 'GET /groups/:group_id',
    summary: 'Read a user group: there is none',
    answer: ({group_id}: Record<string, string>) =>
      absent(
        'app.group.no_rows',
        `There is no user group ${group_id}: this server does not have user groups.`,
      ),
  },
  {call: 'GET /users/:user_id/groups', summary: "List a user's groups: none", ...none},
  {call: 'GET /teams/:team_id/groups', summary: "List a team's user groups: none", ...noGroups},
  {
    call: 'GET /teams/:team_id/groups_by_channels',
    summary: "List the user groups of a team's channels: none",
    shape: Type.Object({groups: Type.Object({})}),
    answer: {groups: {}},
  },
  {call: 'GET /channels/:channel_id/groups', summary: "List a channel's user groups: none", ...noGroups},
  {call: 'GET /teams/:team_id/members_minus_group_members', ...nobodyOutside},
  {call: 'GET /channels/:channel_id/members_minus_group_members', ...nobodyOutside},
  {
    call: 'GET /ldap/groups',
    summary: 'List the groups of a directory: none',
    shape: Type.Object({count: Type.Integer(), groups: Unknowns}),
    answer: {count: 0, groups: []},
  },

  // News about the product, which it would have to fetch from somewhere.
  {call: 'GET /system/notices/:team_id', summary: 'List news about the product: none', ...none},
  {
    call: 'PUT /system/notices/view',
    summary: 'Mark news about the product as read',
    body: Type.Array(line(), {maxItems: 100}),
    ...done,
  },

  // The tours that the official client gives administrators: they count as taken.
  {
    call: 'GET /system/onboarding/complete',
    summary: "Say whether the first administrator's tour is over: it is",
    for: 'administrators',
    shape: SystemSetting,
    answer: {name: 'FirstAdminSetupComplete', value: 'true'},
  },
  {
    call: 'POST /system/onboarding/complete',
    summary: "End the first administrator's tour",
    for: 'administrators',
    ...done,
  },
  {
    call: 'GET /plugins/marketplace/first_admin_visit',
    summary: 'Say whether an administrator has been shown the marketplace: yes',
    for: 'administrators',
    shape: SystemSetting,
    answer: {name: 'FirstAdminVisitMarketplace', value: 'true'},
  },
  {
    call: 'POST /plugins/marketplace/first_admin_visit',
    summary: 'Note that an administrator has seen the marketplace',
    for: 'administrators',
    ...done,
  },
  {
    call: 'GET /upgrade_to_enterprise/status',
    summary: 'Say how far an upgrade to another edition is: there is no other',
    for: 'administrators',
    shape: Type.Object({percentage: Type.Integer(), error: Type.String()}),
    answer: {percentage: 0, error: ''},
  },
  {
    call: 'POST /permissions/ancillary',
    summary: 'List the permissions that come with others: none do',
    body: Type.Array(line(), {maxItems: 100}),
    shape: Type.Array(Type.String()),
    answer: [],
  },

  // Code of others inside the server: integrations live outside. The sign-in page asks for it already.
  {
    call: 'GET /plugins/webapp',
    summary: 'List the plugins of the web client: none',
    for: 'anybody',
    ...none,
  },
  {
    call: 'GET /plugins',
    summary: 'List plugins: none',
    for: 'administrators',
    shape: Type.Object({active: Unknowns, inactive: Unknowns}),
    answer: {active: [], inactive: []},
  },
  {
    call: 'GET /plugins/statuses',
    summary: 'Say how plugins are: there are none',
    for: 'administrators',
    ...none,
  },
  {
    call: 'GET /plugins/marketplace',
    summary: 'List plugins that could be installed: none',
    for: 'administrators',
    ...none,
  },

  // Fields that administrators could add to profiles.
  {
    call: 'GET /custom_profile_attributes/fields',
    summary: 'List additional fields of profiles: none',
    ...none,
  },
  {
    call: 'GET /users/:user_id/custom_profile_attributes',
    summary: "Read the additional fields of a user's profile: none",
    ...nothing,
  },

  // Messages to be posted later.
  {
    call: 'GET /posts/scheduled/team/:team_id',
    summary: "List one's scheduled messages: none",
    shape: Type.Record(Type.String(), Unknowns),
    answer: ({team_id}: Record<string, string>) => ({[team_id!]: [], directChannels: []}),
  },

  // What an operator could put on the sign-in page, have people accept, and run beside this server.
  {
    call: 'GET /brand/image',
    summary: "Read the site's picture: there is none",
    for: 'anybody',
    answer: () => absent('api.admin.get_brand_image.storage.app_error', 'This server has no brand image.'),
  },
  {
    call: 'GET /terms_of_service',
    summary: 'Read the terms of service: there are none',
    answer: () =>
      absent(
        'store.sql_terms_of_service_store.get.no_rows.app_error',
        'This server has no terms of service to accept.',
      ),
  },
  {call: 'GET /cluster/status', summary: 'List the servers of a cluster: none but this one', ...none},
];

function absent(id: string, message: string): AppError {
  return new AppError({id, message, status: 404});
}

/** Answers of which nothing is behind: the same for everybody, at any time. */
export function registerFixedAnswers(api: HttpServer, {permissions}: {permissions: Permissions}): void {
  for (const {call, summary, for: who, body, shape, answer} of FIXED_ANSWERS) {
    const [method, url] = call.split(' ') as [string, string];
    const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    api.route({
      method,
      url,
      ...(who === 'anybody' ? {config: {access: 'anonymous' as const}} : {}),
      schema: {
        summary,
        ...(names.length > 0
          ? {params: Type.Object(Object.fromEntries(names.map((name) => [name, Id])))}
          : {}),
        ...(body ? {body} : {}),
        ...(shape ? {response: {200: shape}} : {}),
      },
      handler: async (request) => {
        if (who === 'administrators') await permissions.require(actorOf(request), 'manage_system');
        const answered =
          typeof answer === 'function' ? answer(request.params as Record<string, string>) : answer;
        if (answered instanceof AppError) throw answered;
        return answered;
      },
    });
  }
}
