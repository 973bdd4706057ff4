import styles from './bar-chart.module.css';

export interface Series {
  label: string;
  kind: 'accent' | 'second' | 'bad';
}

export interface Bar {
  /** What it stands for: an hour, a day. */
  label: string;
  /** One for each series, the lowest first. */
  values: readonly number[];
}

interface BarChartProps {
  /** What is counted. */
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
}

const HEIGHT = 120;
const STEP = 10;
const BAR = 7;

/** Amounts over time, a bar each. Who cannot see it reads the same as a table. */
export function BarChart({label, series, bars}: BarChartProps) {
  const sums = bars.map(({values}) => values.reduce((sum, value) => sum + value, 0));
  const most = niceTop(Math.max(...sums));
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.label}>{label}</span>
        {series.map((one, index) => (
          <span key={one.label} className={styles.key} data-kind={one.kind}>
            {one.label}{' '}
            <b>{bars.reduce((sum, {values}) => sum + values[index]!, 0).toLocaleString('en-GB')}</b>
          </span>
        ))}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <span className={styles.most}>{most.toLocaleString('en-GB')}</span>
        <svg
          className={styles.chart}
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bars.map((bar, index) => (
            <Column key={bar.label} bar={bar} series={series} x={index * STEP} most={most} />
          ))}
        </svg>
        <span className={styles.ends}>
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </span>
      </div>
      <table className="visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              {bar.values.map((value, index) => (
                <td key={series[index]!.label}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Column({bar, series, x, most}: {bar: Bar; series: readonly Series[]; x: number; most: number}) {
  let top = HEIGHT;
  return (
    <g>
      <title>{`${bar.label}: ${bar.values.join(' / ')}`}</title>
      <rect className={styles.ground} x={x} y={0} width={STEP} height={HEIGHT} />
      {bar.values.map((value, index) => {
        const height = (value / most) * (HEIGHT - 4);
        top -= height;
        return (
          <rect
            key={series[index]!.label}
            className={styles.bar}
            data-kind={series[index]!.kind}
            x={x + (STEP - BAR) / 2}
            y={top}
            width={BAR}
            height={height}
          />
        );
      })}
    </g>
  );
}

/** A round number that nothing is above. */
function niceTop(value: number): number {
  if (value <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value)!;
}
