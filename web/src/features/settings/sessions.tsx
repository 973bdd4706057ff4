import type {Session} from '@mattermost/types/sessions';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Button} from '../../components/button.tsx';
import {ConfirmDialog} from '../../components/confirm-dialog.tsx';
import {Icon} from '../../components/icon.tsx';
import {Panel} from '../../components/panel.tsx';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {Tag} from '../../components/tag.tsx';
import {tellDone} from '../../components/toast.tsx';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useDates} from '../../lib/use-dates.ts';
import styles from './settings.module.css';

type OwnSession = Session & {is_current: boolean};

const queryKey = ['own-sessions'];

/** Where one is signed in, and how to end that. */
export function Sessions() {
  const me = useMe();
  const dates = useDates();
  const [ending, setEnding] = useState<readonly OwnSession[]>();
  const {data, error, refetch} = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: async () => {
      const sessions = (await server.getSessions(me.id)) as OwnSession[];
      return sessions.sort(
        (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_activity_at - a.last_activity_at,
      );
    },
  });
  const others = data?.filter(({is_current}) => !is_current) ?? [];
  return (
    <Panel
      title="Where you are signed in"
      text="End what you do not know, and change your password then."
      actions={
        others.length > 1 && (
          <Button size="small" onPress={() => setEnding(others)}>
            End all others
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : (
        <ul className={styles.list}>
          {data.map((session) => (
            <li key={session.id} className={styles.row}>
              <span className={styles.rowIcon}>
                <Icon name="window" />
              </span>
              <div>
                <div className={styles.rowTitle}>
                  {deviceOf(session)} {session.is_current && <Tag kind="good">THIS BROWSER</Tag>}
                </div>
                <div className={styles.quiet}>
                  Used {dates.dateTime(session.last_activity_at)} · since {dates.date(session.create_at)}
                </div>
              </div>
              {session.is_current ? (
                <span />
              ) : (
                <Button
                  size="small"
                  onPress={() => setEnding([session])}
                  aria-label={`End: ${deviceOf(session)}`}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {ending && (
        <ConfirmDialog
          title={ending.length === 1 ? 'End this session?' : `End ${ending.length} sessions?`}
          confirmLabel={ending.length === 1 ? 'End the session' : 'End them'}
          danger
          onClose={() => setEnding(undefined)}
          onConfirm={async () => {
            for (const {id} of ending) await server.revokeSession(me.id, id);
            await queries.invalidateQueries({queryKey});
            tellDone(ending.length === 1 ? 'The session was ended.' : 'The other sessions were ended.');
          }}
        >
          Whoever uses it has to sign in again there.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** `Chrome on Linux`, as far as the browser has told. */
function deviceOf({props}: Session): string {
  const {browser = '', os = ''} = props as Record<string, string>;
  const name = browser.split('/')[0]!.replace('Edg', 'Edge').replace('OPR', 'Opera');
  const parts = [name, os.replace('Mac OS X', 'macOS')].map((part) => (part === 'Unknown' ? '' : part));
  return parts.filter(Boolean).join(' on ') || 'A program';
}
