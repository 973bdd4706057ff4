import Type from 'typebox';
import {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';

const NoGroups = Type.Array(Type.Unknown());
const NoGroupsCounted = Type.Object({groups: NoGroups, total_group_count: Type.Integer()});
const NoUsersCounted = Type.Object({users: Type.Array(Type.Unknown()), total_count: Type.Integer()});

/** Groups of users, as a directory would bring them: there are none. */
export function registerGroupRoutes(api: HttpServer): void {
  const TeamId = Type.Object({team_id: Id});
  const ChannelId = Type.Object({channel_id: Id});

  api.get(
    '/groups',
    {schema: {summary: 'List user groups: none', response: {200: NoGroups}}},
    async () => [],
  );

  api.post(
    '/groups/names',
    {
      schema: {
        summary: 'Find user groups by name: none',
        body: Type.Array(Type.String()),
        response: {200: NoGroups},
      },
    },
    async () => [],
  );

  api.get(
    '/groups/:group_id',
    {schema: {summary: 'Read a user group: there is none', params: Type.Object({group_id: Id})}},
    async (request) => {
      throw new AppError({
        id: 'app.group.no_rows',
        message: `There is no user group ${request.params.group_id}: this server does not have user groups.`,
        status: 404,
      });
    },
  );

  api.get(
    '/users/:user_id/groups',
    {
      schema: {
        summary: "List a user's groups: none",
        params: Type.Object({user_id: Id}),
        response: {200: NoGroups},
      },
    },
    async () => [],
  );

  api.get(
    '/teams/:team_id/groups',
    {schema: {summary: "List a team's user groups: none", params: TeamId, response: {200: NoGroupsCounted}}},
    async () => ({groups: [], total_group_count: 0}),
  );

  api.get(
    '/teams/:team_id/groups_by_channels',
    {
      schema: {
        summary: "List the user groups of a team's channels: none",
        params: TeamId,
        response: {200: Type.Object({groups: Type.Object({})})},
      },
    },
    async () => ({groups: {}}),
  );

  api.get(
    '/channels/:channel_id/groups',
    {
      schema: {
        summary: "List a channel's user groups: none",
        params: ChannelId,
        response: {200: NoGroupsCounted},
      },
    },
    async () => ({groups: [], total_group_count: 0}),
  );

  api.get(
    '/teams/:team_id/members_minus_group_members',
    {
      schema: {
        summary: 'List members outside of user groups: nobody, as there are none',
        params: TeamId,
        response: {200: NoUsersCounted},
      },
    },
    async () => ({users: [], total_count: 0}),
  );

  api.get(
    '/channels/:channel_id/members_minus_group_members',
    {
      schema: {
        summary: 'List members outside of user groups: nobody, as there are none',
        params: ChannelId,
        response: {200: NoUsersCounted},
      },
    },
    async () => ({users: [], total_count: 0}),
  );

  api.get(
    '/ldap/groups',
    {
      schema: {
        summary: 'List the groups of a directory: none',
        response: {200: Type.Object({count: Type.Integer(), groups: NoGroups})},
      },
    },
    async () => ({count: 0, groups: []}),
  );
}
