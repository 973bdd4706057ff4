import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserAccessToken, UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../../components/ui/menu.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {server} from '../../../lib/server.ts';
import {refreshAdministration, useChange} from '../use-change.ts';

/** The server's response. The library's type lacks the times. */
type Token = UserAccessToken & {expires_at: number; last_used_at: number};

/** The personal access tokens of a user, without their secrets. */
export function UserTokens({user}: {user: UserProfile}) {
  const dates = useDates();
  const [revoking, setRevoking] = useState<Token>();
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'tokens', user.id],
    queryFn: async () => (await server.getUserAccessTokensForUser(user.id, 0, 200)) as Token[],
    staleTime: 0,
  });
  const columns: Column<Token>[] = [
    {label: t`Description`, render: ({description}) => description},
    {
      label: t`Status`,
      render: ({is_active}) =>
        is_active ? <Tag kind="good">{t`Active`}</Tag> : <Tag kind="warn">{t`Inactive`}</Tag>,
    },
    {
      label: t`Last used`,
      kind: 'short',
      render: ({last_used_at}) => (last_used_at > 0 ? dates.dateTime(last_used_at) : t`Never`),
    },
    {
      label: t`Expires`,
      kind: 'short',
      render: ({expires_at}) => (expires_at > 0 ? dates.date(expires_at) : t`Never`),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (token) => <TokenMenu token={token} onRevoke={() => setRevoking(token)} />,
    },
  ];
  return (
    <Panel
      title={t`Access tokens`}
      text={data?.length === 0 ? t`No access tokens.` : t`Programs use these tokens to act as this user.`}
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        data.length > 0 && (
          <DataTable label={t`Access tokens`} columns={columns} rows={data} getKey={({id}) => id} />
        )
      )}
      {revoking && <RevokeTokenDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </Panel>
  );
}

function TokenMenu({token, onRevoke}: {token: Token; onRevoke: () => void}) {
  const {change} = useChange();
  const name = token.description;
  const label = t`Options for ${name}`;
  return (
    <Menu label={label} trigger={<IconButton icon="more" size="small" label={label} />}>
      <MenuItem
        icon={token.is_active ? 'lock' : 'play'}
        onAction={() =>
          void change(() =>
            token.is_active
              ? server.disableUserAccessToken(token.id)
              : server.enableUserAccessToken(token.id),
          )
        }
      >
        {token.is_active ? t`Deactivate` : t`Activate`}
      </MenuItem>
      <MenuItem icon="trash" danger onAction={onRevoke}>{t`Revoke`}</MenuItem>
    </Menu>
  );
}

function RevokeTokenDialog({token, onClose}: {token: Token; onClose: () => void}) {
  const name = token.description;
  return (
    <ConfirmDialog
      title={t`Revoke the token “${name}”?`}
      confirmLabel={t`Revoke token`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.revokeUserAccessToken(token.id);
        await refreshAdministration();
      }}
    >
      <Trans>Programs that use it lose access immediately. You can't undo this.</Trans>
    </ConfirmDialog>
  );
}
