import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, plural, t} from '@lingui/core/macro';
import {AreaChart} from '../../../components/ui/area-chart.tsx';
import {ChartTable} from '../../../components/ui/chart-frame.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {type Activity, type ActivityPoint, useActivity} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';
import type {Dates} from '../../../lib/dates.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import styles from './activity-charts.module.css';

const MINUTE = 60_000;
const MEBIBYTE = 1024 ** 2;

interface Chart {
  label: MessageDescriptor;
  kind: 'accent' | 'bad';
  getValue: (point: ActivityPoint) => number;
  /** The total, or the current value. */
  getFigure: (values: readonly number[]) => string;
  unit?: MessageDescriptor;
}

const total = (values: readonly number[]) => count(values.reduce((sum, value) => sum + value, 0));

function now(value: string): string {
  return t({message: `${value} now`, comment: 'A number of connections or an amount of memory.'});
}

const CHARTS: readonly Chart[] = [
  {label: msg`Requests`, kind: 'accent', getValue: ({requests}) => requests, getFigure: total},
  {label: msg`Server errors`, kind: 'bad', getValue: ({errors}) => errors, getFigure: total},
  {label: msg`Messages`, kind: 'accent', getValue: ({posts}) => posts, getFigure: total},
  {label: msg`Incoming webhooks`, kind: 'accent', getValue: ({webhooks}) => webhooks, getFigure: total},
  {label: msg`Calls to integrations`, kind: 'accent', getValue: ({calls}) => calls, getFigure: total},
  {label: msg`Failed calls`, kind: 'bad', getValue: ({failed_calls}) => failed_calls, getFigure: total},
  {
    label: msg`Connections`,
    kind: 'accent',
    getValue: ({connections}) => connections,
    getFigure: (values) => now(count(values.at(-1))),
  },
  {
    label: msg`Memory`,
    kind: 'accent',
    getValue: ({memory}) => Math.round(memory / MEBIBYTE),
    getFigure: (values) => now(byteSize(values.at(-1)! * MEBIBYTE)),
    unit: msg`MB`,
  },
];

/** The recent load of the server. */
export function ActivityCharts() {
  const dates = useDates();
  const {data, error, refetch} = useActivity();
  return (
    <Panel title={t`Past 24 hours`} text={data && explanation(data, dates)}>
      {!data ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <Charts points={data.points} />}
    </Panel>
  );
}

function explanation({since, step, points}: Activity, dates: Dates): string {
  const start = dates.dateTime(since);
  const interval = plural(step / MINUTE, {
    one: 'One value every minute.',
    other: 'One value every # minutes.',
  });
  return since > points[0]!.at
    ? joinSentences([interval, t`Recorded since ${start}. The charts start over after a restart.`])
    : joinSentences([interval, t`The charts start over after a restart.`]);
}

function Charts({points}: {points: readonly ActivityPoint[]}) {
  const dates = useDates();
  const times = points.map(({at}) => dates.dateTime(at));
  const columns = CHARTS.map((chart) => ({
    ...chart,
    label: i18n._(chart.label),
    unit: chart.unit && i18n._(chart.unit),
    values: points.map(chart.getValue),
  }));
  return (
    <div className={styles.charts}>
      {columns.map(({label, kind, values, getFigure, unit}) => (
        <AreaChart
          key={label}
          label={label}
          // Nothing is wrong if there are none.
          kind={values.some((value) => value > 0) ? kind : 'accent'}
          values={values}
          figure={getFigure(values)}
          times={times}
          from={dates.time(points[0]!.at)}
          to={points.length > 1 ? dates.time(points.at(-1)!.at) : undefined}
          unit={unit}
        />
      ))}
      <ChartTable
        label={t`Past 24 hours`}
        columns={columns.map(({label, unit}) => (unit ? `${label} (${unit})` : label))}
        rows={times.map((time, index) => ({label: time, values: columns.map(({values}) => values[index]!)}))}
      />
    </div>
  );
}
