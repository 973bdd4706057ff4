import {type Actor, CONSOLE_PERMISSIONS, type Permissions} from '../permissions/permissions.ts';
import {consoleSectionsFor, needsAdministrator} from './console-sections.ts';

/** Which settings a user can see and change, by section and name. */
export interface SettingsAccess {
  /** Whether the user can see and change all settings. */
  isAdministrator: boolean;
  canRead(name: string): boolean;
  canWrite(name: string): boolean;
}

/**
 * The access of system administrators, and of users with permissions for sections of the System Console
 * (docs/authorization.md#settings).
 *
 * @throws AppError 403 for everyone else
 */
export async function settingsAccess(permissions: Permissions, actor: Actor): Promise<SettingsAccess> {
  if (await permissions.can(actor, 'manage_system')) {
    return {isAdministrator: true, canRead: () => true, canWrite: () => true};
  }
  const granted = new Set<string>();
  for (const permission of CONSOLE_PERMISSIONS) {
    if (await permissions.can(actor, permission)) granted.add(permission);
  }
  const seesConsole = [...granted].some((permission) => permission.startsWith('sysconsole_read_'));
  if (!seesConsole) await permissions.require(actor, 'manage_system');
  const may = (act: 'read' | 'write', name: string) =>
    consoleSectionsFor(name).some((section) => granted.has(`sysconsole_${act}_${section}`));
  return {
    isAdministrator: false,
    // Clients need the feature flags, regardless of the section they show.
    canRead: (name) => name.startsWith('FeatureFlags.') || may('read', name),
    canWrite: (name) => !needsAdministrator(name) && may('write', name),
  };
}
