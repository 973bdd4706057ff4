import {count} from '../../lib/numbers.ts';
import styles from './area-chart.module.css';
import {ChartFrame, ChartStep, HEIGHT, niceTop, STEP} from './chart-frame.tsx';

interface AreaChartProps {
  /** The title. */
  label: string;
  /** The total or latest value as text. */
  figure: string;
  /** `bad` is red, for errors. */
  kind: 'accent' | 'bad';
  /** The values, oldest first, with their labels. */
  values: readonly number[];
  times: readonly string[];
  /** The labels of both ends. */
  from: string;
  to: string | undefined;
  /** The unit of the values, such as `MB`. */
  unit?: string;
}

/** A small chart of one value over time. For screen readers, a table on the page contains its values. */
export function AreaChart({label, figure, kind, values, times, from, to, unit}: AreaChartProps) {
  const most = niceTop(Math.max(...values));
  const said = (value: number) => (unit ? `${count(value)} ${unit}` : count(value));
  const heights = values.map((value) => HEIGHT - (value / most) * (HEIGHT - 4));
  // A value applies to its whole interval, so the line has steps.
  const line = heights.map((y, index) => `H${index * STEP}V${y}H${(index + 1) * STEP}`).join('');
  return (
    <figure className={styles.figure}>
      <ChartFrame
        label={label}
        legend={<span className={styles.value}>{figure}</span>}
        top={said(most)}
        from={from}
        to={to}
        steps={values.length}
        small
      >
        <path className={styles.area} data-kind={kind} d={`M0 ${HEIGHT}${line}V${HEIGHT}Z`} />
        <path className={styles.line} data-kind={kind} d={`M0 ${heights[0]}${line}`} />
        {values.map((value, index) => (
          <ChartStep key={times[index]!} index={index} title={`${times[index]}: ${said(value)}`} />
        ))}
      </ChartFrame>
    </figure>
  );
}
