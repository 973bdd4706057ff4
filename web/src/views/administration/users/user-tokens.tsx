import type {UserAccessToken, UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../../components/ui/menu.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {server} from '../../../lib/server.ts';
import {refreshAdministration, useChange} from '../use-change.ts';

/** As the server tells of it; the library's type lacks the times. */
type Token = UserAccessToken & {expires_at: number; last_used_at: number};

/** The personal access tokens of an account: how programs act as it. Their secrets are shown to nobody. */
export function UserTokens({user}: {user: UserProfile}) {
  const dates = useDates();
  const {change} = useChange();
  const [deleting, setDeleting] = useState<Token>();
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'tokens', user.id],
    queryFn: async () => (await server.getUserAccessTokensForUser(user.id, 0, 200)) as Token[],
    staleTime: 0,
  });
  const columns: Column<Token>[] = [
    {label: 'What for', render: ({description}) => description},
    {
      label: 'State',
      render: ({is_active}) => (is_active ? <Tag kind="good">Works</Tag> : <Tag kind="warn">Suspended</Tag>),
    },
    {
      label: 'Last used',
      render: ({last_used_at}) => (last_used_at > 0 ? dates.dateTime(last_used_at) : 'never'),
    },
    {label: 'Ends', render: ({expires_at}) => (expires_at > 0 ? dates.date(expires_at) : 'never')},
    {
      label: 'What to do',
      kind: 'actions',
      render: (token) => (
        <Menu
          label={`${token.description}: options`}
          trigger={<IconButton icon="more" size="small" label={`${token.description}: options`} />}
        >
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
            {token.is_active ? 'Suspend' : 'Let it work again'}
          </MenuItem>
          <MenuItem icon="trash" danger onAction={() => setDeleting(token)}>
            Delete
          </MenuItem>
        </Menu>
      ),
    },
  ];
  return (
    <Panel
      title="Access tokens"
      text={
        data?.length === 0
          ? 'No program acts as this account.'
          : 'With each of these, a program acts as this account.'
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        data.length > 0 && (
          <DataTable label="Access tokens" columns={columns} rows={data} keyOf={({id}) => id} />
        )
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete the token “${deleting.description}”?`}
          confirmLabel="Delete the token"
          danger
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await server.revokeUserAccessToken(deleting.id);
            await refreshAdministration();
          }}
        >
          The program that uses it is refused from then on. It cannot be undone.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
