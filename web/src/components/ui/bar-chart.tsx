import {count} from '../../lib/numbers.ts';
import styles from './bar-chart.module.css';
import {ChartFrame, ChartStep, ChartTable, HEIGHT, niceTop, STEP} from './chart-frame.tsx';

interface Series {
  label: string;
  kind: 'accent' | 'second' | 'bad';
}

interface Bar {
  /** The label of the bar, such as an hour or a day. */
  label: string;
  /** One value for each series, from bottom to top. */
  values: readonly number[];
}

interface BarChartProps {
  /** The name of the series. */
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
}

const BAR = 7;

/** A bar chart of values over time, with a table for screen readers. */
export function BarChart({label, series, bars}: BarChartProps) {
  const sums = bars.map(({values}) => values.reduce((sum, value) => sum + value, 0));
  const most = niceTop(Math.max(...sums));
  return (
    <figure className={styles.figure}>
      <ChartFrame
        label={label}
        legend={series.map((one, index) => (
          <span key={one.label} className={styles.key} data-kind={one.kind}>
            {one.label} <b>{count(bars.reduce((sum, {values}) => sum + values[index]!, 0))}</b>
          </span>
        ))}
        top={count(most)}
        from={bars[0]?.label}
        to={bars.at(-1)?.label}
        steps={bars.length}
      >
        {bars.map((bar, index) => (
          <Column key={bar.label} bar={bar} series={series} index={index} most={most} />
        ))}
      </ChartFrame>
      <ChartTable label={label} columns={series.map((one) => one.label)} rows={bars} />
    </figure>
  );
}

function Column({
  bar,
  series,
  index,
  most,
}: {
  bar: Bar;
  series: readonly Series[];
  index: number;
  most: number;
}) {
  let top = HEIGHT;
  return (
    <ChartStep index={index} title={`${bar.label}: ${bar.values.join(' / ')}`}>
      {bar.values.map((value, place) => {
        const height = (value / most) * (HEIGHT - 4);
        top -= height;
        return (
          <rect
            key={series[place]!.label}
            className={styles.bar}
            data-kind={series[place]!.kind}
            x={index * STEP + (STEP - BAR) / 2}
            y={top}
            width={BAR}
            height={height}
          />
        );
      })}
    </ChartStep>
  );
}
