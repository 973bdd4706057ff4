import type {Static} from 'typebox';
import type {RoleRow} from '../permissions/permissions.ts';
import type {Role} from './schema.ts';

export {registerMemberRoleRoutes} from './member-role-routes.ts';

export function presentRole(row: RoleRow): Static<typeof Role> {
  return {
    id: row.id,
    name: row.name,
    display_name: row.displayname,
    description: row.description,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    permissions: row.permissions.split(' ').filter(Boolean),
    scheme_managed: row.schememanaged,
    built_in: row.builtin,
  };
}
