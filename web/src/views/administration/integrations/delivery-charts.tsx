import {t} from '@lingui/core/macro';
import {BarChart} from '../../../components/ui/bar-chart.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {useDeliveries} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';

/** Charts of received and sent webhook requests, by hour. */
export function DeliveryCharts() {
  const dates = useDates();
  const {data, error, refetch} = useDeliveries();
  return (
    <Panel
      title={t`Past 24 hours`}
      text={t`Based on the logs of the webhooks, which keep the last 100 requests to each incoming webhook.`}
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <BarChart
            label={t`Requests to incoming webhooks`}
            series={[
              {label: t`accepted`, kind: 'accent'},
              {label: t`rejected`, kind: 'bad'},
            ]}
            bars={data.hours.map(({at, received, refused}) => ({
              label: dates.dateTime(at),
              values: [received, refused],
            }))}
          />
          <BarChart
            label={t`Calls by outgoing webhooks`}
            series={[
              {label: t`delivered`, kind: 'accent'},
              {label: t`failed`, kind: 'bad'},
            ]}
            bars={data.hours.map(({at, sent, failed}) => ({
              label: dates.dateTime(at),
              values: [sent, failed],
            }))}
          />
        </>
      )}
    </Panel>
  );
}
