import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {NotLoaded} from '../../components/ui/state.tsx';
import {useDates} from '../../data/preferences/display.ts';
import styles from './deliveries.module.css';

/** A log of requests, newest first. */
export function DeliveryLog<T extends {id: string; create_at: number}>({
  title,
  text,
  none,
  list: {data, error, refetch, isFetching},
  result,
  details,
  action,
}: {
  title: string;
  text: string;
  none: string;
  list: {data: readonly T[] | undefined; error: unknown; refetch: () => unknown; isFetching: boolean};
  /** The status, in one word. */
  result: (delivery: T) => ReactNode;
  details: (delivery: T) => ReactNode;
  action?: (delivery: T) => ReactNode;
}) {
  const dates = useDates();
  return (
    <Panel
      title={title}
      text={text}
      actions={
        <Button size="small" icon="refresh" busy={isFetching && !data} onPress={() => void refetch()}>
          <Trans>Refresh</Trans>
        </Button>
      }
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.log} aria-label={title}>
          {data.map((delivery) => (
            <li key={delivery.id} className={styles.entry}>
              <span className={styles.result}>{result(delivery)}</span>
              <span className={styles.time}>{dates.dateTime(delivery.create_at)}</span>
              <div className={styles.details}>{details(delivery)}</div>
              {action?.(delivery)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
