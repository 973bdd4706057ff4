import {i18n} from '@lingui/core';
import {plural, t} from '@lingui/core/macro';
import type {Role} from '@mattermost/types/roles';
import {type ReactNode, useState} from 'react';
import {Link, useParams} from 'react-router';
import {Missing} from '../../../components/frame/missing-page.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {saveRole, useRolesAndSchemes} from '../../../data/administration/roles.ts';
import {refreshRoles} from '../../../data/session/permissions.ts';
import {consoleSections, englishSectionName} from '../../../lib/console-sections.ts';
import {errorMessage} from '../../../lib/server.ts';
import {serverText} from '../../../lib/server-texts.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {UnloadedPage} from '../unloaded-page.tsx';
import {UnsavedBar} from '../unsaved-bar.tsx';
import {ABILITY_GROUPS, type Ability, scopesOf} from './permission-groups.ts';
import {type KnownRole, roleTitle, withSchemes} from './role-names.ts';
import styles from './role-page.module.css';

/** The server doesn't allow changing it, so that administrators can't lock themselves out. */
const ADMINISTRATOR = 'system_admin';

/** What one role may do. */
export default function RolePage() {
  const {roleName = ''} = useParams();
  const {data, error, refetch} = useRolesAndSchemes();
  if (!data) {
    return (
      <UnloadedPage
        title={t`Roles and permissions`}
        back={{path: '/_admin/roles', label: t`Back to roles`}}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const known = withSchemes(data.roles, data.schemes).find(({role}) => role.name === roleName);
  if (!known) return <Missing what="page" />;
  const all = data.roles.find(({name}) => name === ADMINISTRATOR)?.permissions ?? [];
  return <EditedRole key={roleName} known={known} sections={consoleSections(all)} />;
}

interface EditedRoleProps {
  known: KnownRole;
  /** All sections of the System Console. */
  sections: readonly string[];
}

function EditedRole({known, sections}: EditedRoleProps) {
  const {role, like, scheme} = known;
  const {changes, toggle, bar} = useChanges(role);
  const isFixed = role.name === ADMINISTRATOR;
  const scopes = scopesOf(like);
  const groups = ABILITY_GROUPS.filter(({scope}) => scopes.includes(scope));
  // Other roles are for clients without a System Console.
  const shownSections = consoleSections(role.permissions).length > 0 ? sections : [];
  const shown = new Set([
    ...groups.flatMap(({abilities}) => abilities.flatMap(({permissions}) => permissions)),
    ...shownSections.flatMap((section) => consolePermissions(section)),
  ]);
  const others = role.permissions.filter((permission) => permission !== '' && !shown.has(permission)).sort();

  function render({permissions}: Pick<Ability, 'permissions'>, label: ReactNode) {
    const has = (permission: string) => changes.get(permission) ?? role.permissions.includes(permission);
    const granted = permissions.filter(has);
    const isPartly = granted.length > 0 && granted.length < permissions.length;
    return (
      <Checkbox
        key={permissions.join(' ')}
        asSwitch
        label={label}
        hint={isPartly ? t`Partly allowed` : undefined}
        checked={granted.length === permissions.length}
        disabled={isFixed}
        onChange={({target}) => toggle(permissions, target.checked)}
      />
    );
  }

  return (
    <AdministrationPage
      title={roleTitle(known)}
      intro={serverText(role.description)}
      back={{
        path: `/_admin/roles${scheme ? `/schemes/${scheme.id}` : ''}`,
        label: scheme ? t`Back to scheme` : t`Back to roles`,
      }}
      footer={bar}
    >
      {isFixed && (
        <Notice kind="info">
          {t`Administrators have all permissions. This can't be changed, so that you can't lock yourself out.`}
        </Notice>
      )}
      {groups.map(({title, abilities}) => (
        <Panel key={title.id} title={i18n._(title)}>
          <div className={styles.abilities}>
            {abilities.map((ability) => render(ability, i18n._(ability.label)))}
          </div>
        </Panel>
      ))}
      {shownSections.length > 0 && (
        <>
          <Panel
            title={t`See sections of the System Console`}
            text={t`Other clients show the sections of their System Console by these permissions.`}
          >
            <div className={styles.abilities}>
              {shownSections.map((section) =>
                render(
                  {permissions: consolePermissions(section).slice(0, 1)},
                  serverText(englishSectionName(section)),
                ),
              )}
            </div>
          </Panel>
          <Panel title={t`Change sections of the System Console`}>
            <div className={styles.abilities}>
              {shownSections.map((section) =>
                render(
                  {permissions: consolePermissions(section).slice(1)},
                  serverText(englishSectionName(section)),
                ),
              )}
            </div>
          </Panel>
        </>
      )}
      {others.length > 0 && (
        <Panel
          title={t`Other permissions`}
          text={t`The role also has these permissions. Most are for features of other servers.`}
        >
          <code className={styles.others}>{others.join(', ')}</code>
        </Panel>
      )}
      <p>
        <Link to={`/_admin/audits?find=${encodeURIComponent(`role=${role.name}`)}`}>{t`Audit log`}</Link>
      </p>
    </AdministrationPage>
  );
}

/** The permissions to see a section, and to change it. */
function consolePermissions(section: string): [string, string] {
  return [`sysconsole_read_${section}`, `sysconsole_write_${section}`];
}

/** The unsaved changes of a role: whether it will have each permission. */
function useChanges(role: Role) {
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  function toggle(permissions: readonly string[], isAllowed: boolean) {
    const next = new Map(changes);
    for (const permission of permissions) {
      if (role.permissions.includes(permission) === isAllowed) next.delete(permission);
      else next.set(permission, isAllowed);
    }
    setChanges(next);
    setFailure(undefined);
  }

  async function save() {
    setBusy(true);
    try {
      const kept = role.permissions.filter((permission) => changes.get(permission) !== false);
      const added = [...changes].flatMap(([permission, isAllowed]) => (isAllowed ? [permission] : []));
      await saveRole(role.id, [...kept, ...added]);
      await refreshRoles();
      setChanges(new Map());
      showSuccess(t`Permissions saved.`);
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  const unsaved = changes.size;
  return {
    changes,
    toggle,
    bar: unsaved > 0 && (
      <UnsavedBar
        status={plural(unsaved, {one: '# unsaved change', other: '# unsaved changes'})}
        failure={failure}
        busy={busy}
        onDiscard={() => setChanges(new Map())}
        onSave={() => void save()}
      />
    ),
  };
}
