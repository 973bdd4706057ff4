import {AreaChart} from '../../../components/ui/area-chart.tsx';
import {ChartTable} from '../../../components/ui/chart-frame.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {type Activity, type ActivityPoint, useActivity} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';
import type {Dates} from '../../../lib/dates.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import styles from './activity-charts.module.css';

const MINUTE = 60_000;
const MEBIBYTE = 1024 ** 2;

interface Chart {
  label: string;
  kind: 'accent' | 'bad';
  valueOf: (point: ActivityPoint) => number;
  /** What it comes to: of the whole time, or now. */
  figureOf: (values: readonly number[]) => string;
  unit?: string;
}

const inAll = (values: readonly number[]) => count(values.reduce((sum, value) => sum + value, 0));

const CHARTS: readonly Chart[] = [
  {label: 'Requests', kind: 'accent', valueOf: ({requests}) => requests, figureOf: inAll},
  {label: 'Server errors', kind: 'bad', valueOf: ({errors}) => errors, figureOf: inAll},
  {label: 'Messages', kind: 'accent', valueOf: ({posts}) => posts, figureOf: inAll},
  {label: 'Incoming webhooks', kind: 'accent', valueOf: ({webhooks}) => webhooks, figureOf: inAll},
  {label: 'Calls to integrations', kind: 'accent', valueOf: ({calls}) => calls, figureOf: inAll},
  {label: 'Calls that failed', kind: 'bad', valueOf: ({failed_calls}) => failed_calls, figureOf: inAll},
  {
    label: 'Connections',
    kind: 'accent',
    valueOf: ({connections}) => connections,
    figureOf: (values) => `${count(values.at(-1))} now`,
  },
  {
    label: 'Memory',
    kind: 'accent',
    valueOf: ({memory}) => Math.round(memory / MEBIBYTE),
    figureOf: (values) => `${byteSize(values.at(-1)! * MEBIBYTE)} now`,
    unit: 'MB',
  },
];

/** How busy the server was: what an operator wants to see first when something is wrong. */
export function ActivityCharts() {
  const dates = useDates();
  const {data, error, isPending, refetch} = useActivity();
  return (
    <Panel title="The last 24 hours" text={data && explanation(data, dates)}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        <Charts points={data.points} />
      )}
    </Panel>
  );
}

function explanation({since, step, points}: Activity, dates: Dates): string {
  const start = dates.dateTime(since);
  const steps = step === MINUTE ? 'Minute by minute' : `In steps of ${step / MINUTE} minutes`;
  return since > points[0]!.at
    ? `${steps}, since the server started at ${start}. It begins anew with the next start.`
    : `${steps}. It begins anew when the server starts.`;
}

function Charts({points}: {points: readonly ActivityPoint[]}) {
  const dates = useDates();
  const times = points.map(({at}) => dates.dateTime(at));
  const columns = CHARTS.map((chart) => ({...chart, values: points.map(chart.valueOf)}));
  return (
    <div className={styles.charts}>
      {columns.map(({label, kind, values, figureOf, unit}) => (
        <AreaChart
          key={label}
          label={label}
          kind={kind}
          values={values}
          figure={figureOf(values)}
          times={times}
          from={dates.time(points[0]!.at)}
          to={points.length > 1 ? dates.time(points.at(-1)!.at) : undefined}
          unit={unit}
        />
      ))}
      <ChartTable
        label="The last 24 hours"
        columns={columns.map(({label, unit}) => (unit ? `${label}, ${unit}` : label))}
        rows={times.map((time, index) => ({label: time, values: columns.map(({values}) => values[index]!)}))}
      />
    </div>
  );
}
