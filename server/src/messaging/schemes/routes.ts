import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import {presentChannel} from '../channels/channels.ts';
import {Channel} from '../channels/schema.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {Team} from '../teams/schema.ts';
import {presentTeam, type Teams} from '../teams/teams.ts';
import {NewScheme, Scheme, SchemePatch} from './schema.ts';
import type {SchemeRow, Schemes} from './schemes.ts';

/** Permission schemes: `/schemes`, for system administrators. */
export function registerSchemeRoutes(
  api: HttpServer,
  {
    schemes,
    teams,
    permissions,
    audits,
  }: {schemes: Schemes; teams: Teams; permissions: Permissions; audits: Audits},
): void {
  const SchemeId = Type.Object({scheme_id: Id});

  api.register(async (administration: HttpServer) => {
    administration.addHook('preHandler', (request) =>
      permissions.require(
        actorOf(request),
        request.method === 'GET' ? 'sysconsole_read_user_management_permissions' : 'manage_system',
      ),
    );

    administration.get(
      '/schemes',
      {
        schema: {
          summary: 'List permission schemes, newest first',
          querystring: Type.Object({
            ...PagingQuery.properties,
            scope: Type.Optional(Type.Enum(['', 'team', 'channel'])),
          }),
          response: {200: Type.Array(Scheme)},
        },
      },
      async ({query}) => (await schemes.list(query.scope ?? '', toOffsetLimit(query))).map(presentScheme),
    );

    administration.post(
      '/schemes',
      {
        schema: {
          summary: 'Create a permission scheme with copies of the built-in roles',
          body: NewScheme,
          response: {201: Scheme},
        },
      },
      async (request, reply) => {
        const scheme = await schemes.create(request.body);
        await audits.recordRequest(request, `scheme_id=${scheme.id}`);
        return reply.code(201).send(presentScheme(scheme));
      },
    );

    administration.get(
      '/schemes/:scheme_id',
      {schema: {summary: 'Get a permission scheme', params: SchemeId, response: {200: Scheme}}},
      async (request) => presentScheme(await schemes.byId(request.params.scheme_id)),
    );

    administration.put(
      '/schemes/:scheme_id/patch',
      {
        schema: {
          summary: 'Edit the name or description of a permission scheme',
          params: SchemeId,
          body: SchemePatch,
          response: {200: Scheme},
        },
      },
      async (request) => {
        const scheme = await schemes.change(request.params.scheme_id, request.body);
        await audits.recordRequest(request, `scheme_id=${scheme.id}`);
        return presentScheme(scheme);
      },
    );

    administration.delete(
      '/schemes/:scheme_id',
      {
        schema: {
          summary: 'Delete a permission scheme; its teams and channels use the built-in roles again',
          params: SchemeId,
          response: {200: StatusOk},
        },
      },
      async (request) => {
        await schemes.remove(request.params.scheme_id);
        await audits.recordRequest(request, `scheme_id=${request.params.scheme_id}`);
        return STATUS_OK;
      },
    );

    administration.get(
      '/schemes/:scheme_id/teams',
      {
        schema: {
          summary: 'List the teams that use a permission scheme',
          params: SchemeId,
          querystring: PagingQuery,
          response: {200: Type.Array(Team)},
        },
      },
      async ({params, query}) => {
        const rows = await schemes.teams(params.scheme_id, toOffsetLimit(query));
        return rows.map((row) => presentTeam(row, {email: true, inviteId: teams.openInviteId(row)}));
      },
    );

    administration.get(
      '/schemes/:scheme_id/channels',
      {
        schema: {
          summary: 'List the channels that use a permission scheme',
          params: SchemeId,
          querystring: PagingQuery,
          response: {200: Type.Array(Channel)},
        },
      },
      async ({params, query}) =>
        (await schemes.channels(params.scheme_id, toOffsetLimit(query))).map(presentChannel),
    );
  });
}

function presentScheme(row: SchemeRow): Static<typeof Scheme> {
  return {
    id: row.id,
    name: row.name,
    display_name: row.displayname,
    description: row.description,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    scope: row.scope,
    default_team_admin_role: row.defaultteamadminrole,
    default_team_user_role: row.defaultteamuserrole,
    default_team_guest_role: row.defaultteamguestrole,
    default_channel_admin_role: row.defaultchanneladminrole,
    default_channel_user_role: row.defaultchanneluserrole,
    default_channel_guest_role: row.defaultchannelguestrole,
    default_playbook_admin_role: '',
    default_playbook_member_role: '',
    default_run_member_role: '',
  };
}
