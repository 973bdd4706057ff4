import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Session} from '@mattermost/types/sessions';
import {useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {NotLoaded} from '../../components/ui/state.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {useDates} from '../../data/preferences/display.ts';
import {type OwnSession, revokeOwnSessions, useOwnSessions} from '../../data/session/own-sessions.ts';
import {showSuccess} from '../../lib/toasts.ts';
import styles from './settings.module.css';

/** The sessions of the signed-in person, with buttons to revoke them. */
export function Sessions() {
  const dates = useDates();
  const [revoking, setRevoking] = useState<readonly OwnSession[]>();
  const {data, error, refetch} = useOwnSessions();
  const others = data?.filter(({is_current}) => !is_current) ?? [];
  return (
    <Panel
      title={t`Active sessions`}
      text={t`Revoke any you don't recognize, then change your password.`}
      actions={
        others.length > 1 && (
          <Button size="small" onPress={() => setRevoking(others)}>
            <Trans>Revoke all other sessions</Trans>
          </Button>
        )
      }
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles.list}>
          {data.map((session) => {
            const device = describeDevice(session);
            const lastUsed = dates.dateTime(session.last_activity_at);
            const created = dates.date(session.create_at);
            return (
              <li key={session.id} className={styles.row}>
                <span className={styles.rowIcon}>
                  <Icon name="window" />
                </span>
                <div>
                  <div className={styles.rowTitle}>
                    {device} {session.is_current && <Tag kind="good">{t`CURRENT`}</Tag>}
                  </div>
                  <div className={styles.quiet}>
                    <Trans>
                      Last used {lastUsed} · Signed in {created}
                    </Trans>
                  </div>
                </div>
                {session.is_current ? (
                  <span />
                ) : (
                  <Button
                    size="small"
                    onPress={() => setRevoking([session])}
                    aria-label={t`Revoke ${device}`}
                  >
                    <Trans>Revoke</Trans>
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {revoking && (
        <ConfirmDialog
          title={plural(revoking.length, {one: 'Revoke this session?', other: 'Revoke # sessions?'})}
          confirmLabel={plural(revoking.length, {one: 'Revoke session', other: 'Revoke sessions'})}
          danger
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await revokeOwnSessions(revoking);
            showSuccess(plural(revoking.length, {one: 'Session revoked.', other: '# sessions revoked.'}));
          }}
        >
          <Trans>You'll have to sign in again on that device.</Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** For example `Chrome on Linux`. Parts that the browser doesn't report are left out. */
function describeDevice({props}: Session): string {
  const {browser = '', os = ''} = props as Record<string, string>;
  const browserName = browser.split('/')[0]!.replace('Edg', 'Edge').replace('OPR', 'Opera');
  const system = os.replace('Mac OS X', 'macOS');
  const known = [browserName, system].filter((part) => part !== '' && part !== 'Unknown');
  return known.length === 2 ? t`${browserName} on ${system}` : (known[0] ?? t`Unknown device`);
}
