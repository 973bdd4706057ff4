import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {useEffect, useState} from 'react';
import {$copiedAt} from '../../data/offline/copy.ts';
import {useDates} from '../../data/preferences/display.ts';
import {$liveState} from '../../data/system/live.ts';
import {Icon} from '../ui/icon.tsx';
import styles from './connection-banner.module.css';

/** Milliseconds before a lost connection is reported. */
const DELAY = 2_000;

/** Shown while the connection is lost. */
export function ConnectionBanner() {
  const state = useStore($liveState);
  const copiedAt = useStore($copiedAt);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (state !== 'lost') {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), DELAY);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div role="status" className={styles.place}>
      {isShown && (
        <div className={styles.banner}>
          <Icon name="warning" size={16} />
          {copiedAt === undefined ? (
            <Trans>You're offline. Reconnecting…</Trans>
          ) : (
            <SavedOn time={copiedAt} />
          )}
        </div>
      )}
    </div>
  );
}

/** A component of its own, because creating a format of dates takes milliseconds, also at the start of each page. */
function SavedOn({time}: {time: number}) {
  const savedOn = useDates().dateTime(time);
  return <Trans>You're offline. Showing messages saved on {savedOn}.</Trans>;
}
