import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Session} from '@mattermost/types/sessions';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {server} from '../../../lib/server.ts';
import {describeDevice} from '../sessions.ts';
import {refreshAdministration, useChange} from '../use-change.ts';

export function UserSessions({user}: {user: UserProfile}) {
  const name = user.username;
  const dates = useDates();
  const {busy, change} = useChange();
  const [isRevokingAll, setRevokingAll] = useState(false);
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'sessions', user.id],
    queryFn: () => server.getSessions(user.id),
    staleTime: 0,
  });
  const columns: Column<Session>[] = [
    {label: t`Device`, render: ({props, device_id}) => describeDevice(props, device_id)},
    {label: t`Last active`, kind: 'short', render: (session) => dates.dateTime(session.last_activity_at)},
    {
      label: t`Signed in`,
      kind: 'short',
      render: (session) => dates.dateTime(session.create_at),
      leaveOut: 1,
    },
    {
      label: t`Expires`,
      kind: 'short',
      render: (session) => (session.expires_at > 0 ? dates.date(session.expires_at) : t`Never`),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (session) => (
        <Button
          size="small"
          isDisabled={busy}
          onPress={() => void change(() => server.revokeSession(user.id, session.id), t`Session revoked.`)}
        >
          <Trans>Revoke</Trans>
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title={t`Active sessions`}
      text={data?.length === 0 ? t`No active sessions.` : t`Where this user is signed in.`}
      actions={
        data &&
        data.length > 0 && (
          <Button size="small" icon="signOut" onPress={() => setRevokingAll(true)}>
            <Trans>Revoke all</Trans>
          </Button>
        )
      }
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        data.length > 0 && (
          <DataTable label={t`Active sessions`} columns={columns} rows={data} getKey={({id}) => id} />
        )
      )}
      {isRevokingAll && (
        <ConfirmDialog
          title={t`Revoke all sessions of ${name}?`}
          confirmLabel={t`Revoke all`}
          danger
          onClose={() => setRevokingAll(false)}
          onConfirm={async () => {
            await server.revokeAllSessionsForUser(user.id);
            await refreshAdministration();
          }}
        >
          <Trans>This signs the user out on all devices.</Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
