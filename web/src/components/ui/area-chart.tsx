import {count} from '../../lib/numbers.ts';
import styles from './area-chart.module.css';
import {ChartFrame, ChartStep, HEIGHT, niceTop, STEP} from './chart-frame.tsx';

interface AreaChartProps {
  /** What is counted or measured. */
  label: string;
  /** What it comes to, in words. */
  figure: string;
  /** What bad values stand for is red. */
  kind: 'accent' | 'bad';
  /** The oldest first, and what each of them is called. */
  values: readonly number[];
  times: readonly string[];
  /** What the two ends are called. */
  from: string;
  to: string | undefined;
  /** Of the values: `MB`. */
  unit?: string;
}

/** One amount over time, small enough to stand beside others. The others' table is for this one too. */
export function AreaChart({label, figure, kind, values, times, from, to, unit}: AreaChartProps) {
  const most = niceTop(Math.max(...values));
  const said = (value: number) => (unit ? `${count(value)} ${unit}` : count(value));
  const heights = values.map((value) => HEIGHT - (value / most) * (HEIGHT - 4));
  // A value holds for the whole of its time: the line goes in steps.
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
