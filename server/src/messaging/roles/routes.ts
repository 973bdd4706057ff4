import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {parseQueryList, QueryList} from '../../platform/http/query.ts';
import {Id, word} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import {ancillaryPermissions, type Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {presentRole} from './roles.ts';
import {Role} from './schema.ts';

/** Roles: `/roles`. All users can read them; changing one requires `manage_roles`. */
export function registerRoleRoutes(
  api: HttpServer,
  {permissions, audits}: {permissions: Permissions; audits: Audits},
): void {
  const PermissionNames = Type.Array(Type.String());
  const RoleId = Type.Object({role_id: Id});

  // Older clients send the permissions in the query string.
  api.get(
    '/permissions/ancillary',
    {
      schema: {
        summary: 'List the additional permissions that sections of the System Console need',
        querystring: Type.Object({subsection_permissions: QueryList}),
        response: {200: PermissionNames},
      },
    },
    async (request) => ancillaryPermissions(parseQueryList(request.query.subsection_permissions)),
  );

  api.post(
    '/permissions/ancillary',
    {
      schema: {
        summary: 'List the additional permissions that sections of the System Console need',
        body: Type.Array(word(), {maxItems: 1000}),
        response: {200: PermissionNames},
      },
    },
    async (request) => ancillaryPermissions(request.body),
  );

  api.get(
    '/roles',
    {schema: {summary: 'List all roles', response: {200: Type.Array(Role)}}},
    async (request) => {
      await permissions.require(actorOf(request), 'sysconsole_read_user_management_permissions');
      return (await permissions.allRoles()).map(presentRole);
    },
  );

  api.get(
    '/roles/:role_id',
    {schema: {summary: 'Get a role', params: RoleId, response: {200: Role}}},
    async (request) => presentRole(await permissions.role(request.params.role_id)),
  );

  api.get(
    '/roles/name/:role_name',
    {
      schema: {
        summary: 'Get a role by name',
        params: Type.Object({role_name: Type.String({pattern: '^[a-z0-9_]{1,64}$'})}),
        response: {200: Role},
      },
    },
    async (request) => presentRole(await permissions.roleByName(request.params.role_name)),
  );

  api.post(
    '/roles/names',
    {
      schema: {
        summary: 'Get the roles with these names',
        body: Type.Array(word(), {maxItems: 1000}),
        response: {200: Type.Array(Role)},
      },
    },
    async (request) => (await permissions.rolesByNames(request.body.filter(Boolean))).map(presentRole),
  );

  api.put(
    '/roles/:role_id/patch',
    {
      schema: {
        summary: 'Set the permissions of a role',
        params: RoleId,
        body: Type.Object({permissions: Type.Optional(Type.Array(word(), {maxItems: 1000}))}),
        response: {200: Role},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_roles');
      const {permissions: names} = request.body;
      const {role_id} = request.params;
      if (!names) return presentRole(await permissions.role(role_id));
      const role = await permissions.changeRole(role_id, names);
      await audits.recordRequest(request, `role=${role.name} permissions=${role.permissions}`);
      return presentRole(role);
    },
  );
}
