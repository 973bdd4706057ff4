import type {Session} from '@mattermost/types/sessions';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {server} from '../../../lib/server.ts';
import {refreshAdministration, useChange} from '../use-change.ts';

/** Where somebody is signed in. */
export function UserSessions({user}: {user: UserProfile}) {
  const dates = useDates();
  const {busy, change} = useChange();
  const [isEndingAll, setEndingAll] = useState(false);
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'sessions', user.id],
    queryFn: () => server.getSessions(user.id),
    staleTime: 0,
  });
  const columns: Column<Session>[] = [
    {label: 'Device', render: deviceOf},
    {label: 'Last active', render: (session) => dates.dateTime(session.last_activity_at)},
    {label: 'Signed in', render: (session) => dates.dateTime(session.create_at), onlyWide: true},
    {
      label: 'Ends',
      render: (session) => (session.expires_at > 0 ? dates.date(session.expires_at) : 'never'),
    },
    {
      label: 'End the session',
      kind: 'actions',
      render: (session) => (
        <Button
          size="small"
          isDisabled={busy}
          onPress={() =>
            void change(() => server.revokeSession(user.id, session.id), 'The session has ended.')
          }
        >
          End
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title="Sessions"
      text={data?.length === 0 ? 'Signed in nowhere.' : 'Where the account is signed in now.'}
      actions={
        data &&
        data.length > 0 && (
          <Button size="small" icon="signOut" onPress={() => setEndingAll(true)}>
            End all
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        data.length > 0 && <DataTable label="Sessions" columns={columns} rows={data} keyOf={({id}) => id} />
      )}
      {isEndingAll && (
        <ConfirmDialog
          title={`End all sessions of ${user.username}?`}
          confirmLabel="End all sessions"
          danger
          onClose={() => setEndingAll(false)}
          onConfirm={async () => {
            await server.revokeAllSessionsForUser(user.id);
            await refreshAdministration();
          }}
        >
          The person has to sign in again on every device.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** `Chrome 150, Linux`, from what the program said of itself. */
function deviceOf({props, device_id}: Session): string {
  const {browser = '', os, platform} = props as Record<string, string | undefined>;
  const [program, version = ''] = browser.split('/');
  const parts = [`${program} ${version.split('.')[0]}`.trim(), os || platform];
  const known = parts.filter((part) => part && part !== 'Unknown');
  return known.join(', ') || (device_id ? 'Mobile app' : 'A program');
}
