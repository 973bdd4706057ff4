import type {Session} from '@mattermost/types/sessions';
import {useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {useDates} from '../../data/preferences/display.ts';
import {type OwnSession, revokeOwnSessions, useOwnSessions} from '../../data/session/own-sessions.ts';
import {tellDone} from '../../lib/toasts.ts';
import styles from './settings.module.css';

/** Where one is signed in, and how to end that. */
export function Sessions() {
  const dates = useDates();
  const [ending, setEnding] = useState<readonly OwnSession[]>();
  const {data, error, refetch} = useOwnSessions();
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
            await revokeOwnSessions(ending);
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
