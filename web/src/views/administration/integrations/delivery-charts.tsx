import {BarChart} from '../../../components/ui/bar-chart.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {useDeliveries} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';

/** How much went through the webhooks, hour by hour. */
export function DeliveryCharts() {
  const dates = useDates();
  const {data, error, isPending, refetch} = useDeliveries();
  return (
    <Panel
      title="The last 24 hours"
      text="By the logs of the webhooks, which keep the last hundred requests of each incoming one."
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        <>
          <BarChart
            label="Requests to incoming webhooks"
            series={[
              {label: 'accepted', kind: 'accent'},
              {label: 'refused', kind: 'bad'},
            ]}
            bars={data.hours.map(({at, received, refused}) => ({
              label: dates.dateTime(at),
              values: [received, refused],
            }))}
          />
          <BarChart
            label="Calls of outgoing webhooks"
            series={[
              {label: 'arrived', kind: 'accent'},
              {label: 'given up', kind: 'bad'},
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
