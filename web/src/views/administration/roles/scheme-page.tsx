import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Scheme} from '@mattermost/types/schemes';
import {useState} from 'react';
import {Link, useNavigate, useParams} from 'react-router';
import {Missing} from '../../../components/frame/missing-page.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {useRolesAndSchemes} from '../../../data/administration/roles.ts';
import {
  deleteScheme,
  type SchemeUser,
  setScheme,
  useSchemeUsers,
} from '../../../data/administration/schemes.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {EntityChooser} from '../entity-chooser.tsx';
import {RowName} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {UnloadedPage} from '../unloaded-page.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';
import {type KnownRole, withSchemes} from './role-names.ts';
import {RoleTable} from './role-table.tsx';

const SchemeDialog = lazyDialog(() => import('./scheme-dialog.tsx'));

/** The page that leads to this one. */
const toList = () => ({path: '/_admin/roles', label: t`Back to roles`});

/** One permission scheme: its roles, and the teams or channels that use it. */
export default function SchemePage() {
  const {schemeId} = useParams();
  const {data, error, refetch} = useRolesAndSchemes();
  if (!data) {
    return (
      <UnloadedPage
        title={t`Roles and permissions`}
        back={toList()}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const scheme = data.schemes.find(({id}) => id === schemeId);
  if (!scheme) return <Missing what="page" />;
  const roles = withSchemes(data.roles, data.schemes).filter((role) => role.scheme === scheme);
  return <ManagedScheme scheme={scheme} roles={roles} />;
}

function ManagedScheme({scheme, roles}: {scheme: Scheme; roles: readonly KnownRole[]}) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  const leave = () => navigate('/_admin/roles');
  const name = scheme.display_name;
  return (
    <AdministrationPage
      title={name}
      intro={scheme.description}
      back={toList()}
      actions={
        <Menu
          label={t`Manage scheme`}
          trigger={
            <Button icon="chevronDown">
              <Trans>Manage</Trans>
            </Button>
          }
        >
          <MenuItem icon="edit" onAction={() => setOpened('edit')}>{t`Edit scheme`}</MenuItem>
          <MenuSeparator />
          <MenuItem icon="trash" danger onAction={() => setOpened('delete')}>{t`Delete scheme`}</MenuItem>
        </Menu>
      }
    >
      <RoleTable title={t`Roles`} roles={roles} />
      <UsersPanel scheme={scheme} />
      <p>
        <Link to={`/_admin/audits?find=${scheme.id}`}>{t`Audit log`}</Link>
      </p>
      {opened === 'edit' && <SchemeDialog scheme={scheme} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog
          title={t`Delete ${name}?`}
          confirmLabel={t`Delete scheme`}
          danger
          onClose={close}
          onConfirm={async () => {
            await deleteScheme(scheme.id);
            leave();
            await refreshAdministration();
          }}
        >
          <Trans>Where it is used, the built-in roles apply again. This can't be undone.</Trans>
        </ConfirmDialog>
      )}
    </AdministrationPage>
  );
}

/** The teams or channels that use a scheme. */
function UsersPanel({scheme}: {scheme: Scheme}) {
  const {id: schemeId, scope} = scheme;
  const query = useSchemeUsers(scheme);
  const {busy, change} = useChange();
  const [isAdding, setAdding] = useState(false);
  const isForTeams = scope === 'team';
  const title = isForTeams ? t`Teams` : t`Channels`;
  const schemeName = scheme.display_name;
  const columns: Column<SchemeUser>[] = [
    {
      label: isForTeams ? t`Team` : t`Channel`,
      render: ({id, display_name, name}) => (
        <RowName
          icon={null}
          name={<Link to={`/_admin/${scope}s/${id}`}>{display_name}</Link>}
          detail={isForTeams ? `/${name}` : name}
        />
      ),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: ({id, display_name: name}) => (
        <Button
          size="small"
          busy={busy}
          aria-label={t`Remove ${name}`}
          onPress={() =>
            void change(() => setScheme(scope, id, ''), t`${name} uses the built-in roles again.`)
          }
        >
          <Trans>Remove</Trans>
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title={title}
      actions={
        <Button size="small" icon="add" onPress={() => setAdding(true)}>
          {isForTeams ? <Trans>Add team</Trans> : <Trans>Add channel</Trans>}
        </Button>
      }
    >
      <RowList
        label={title}
        columns={columns}
        rows={query.data}
        getKey={({id}) => id}
        query={query}
        empty={
          isForTeams
            ? {icon: 'people', title: t`No team uses this scheme.`}
            : {icon: 'hash', title: t`No channel uses this scheme.`}
        }
      />
      {isAdding && (
        <Dialog title={t`Use ${schemeName}`} size="small" onClose={() => setAdding(false)}>
          <DialogBody>
            <p>{t`It replaces the scheme that is used there now.`}</p>
            <EntityChooser
              label={title}
              kind={isForTeams ? 'activeTeams' : 'channels'}
              without={query.data ?? []}
              onChoose={({id, name}) => {
                setAdding(false);
                void change(() => setScheme(scope, id, schemeId), t`${name} uses this scheme now.`);
              }}
            />
          </DialogBody>
        </Dialog>
      )}
    </Panel>
  );
}
