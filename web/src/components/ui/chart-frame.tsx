import type {ReactNode} from 'react';
import styles from './chart-frame.module.css';

/** How high a chart is in its own measure; its width is the number of what it shows, times `STEP`. */
export const HEIGHT = 120;
export const STEP = 10;

interface ChartFrameProps {
  /** What is shown. */
  label: string;
  /** Beside it: the key, or a figure. */
  legend: ReactNode;
  /** What the upper edge stands for. */
  top: string;
  /** What the two ends of the time axis are called, and how many steps lie in between. */
  from: string | undefined;
  to: string | undefined;
  steps: number;
  small?: boolean;
  children: ReactNode;
}

/** What charts over time have in common. It is only for eyes: who cannot see it needs the same as a table. */
export function ChartFrame({label, legend, top, from, to, steps, small, children}: ChartFrameProps) {
  return (
    <>
      <figcaption className={styles.caption}>
        <span className={styles.label}>{label}</span>
        {legend}
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <span className={styles.most}>{top}</span>
        <svg
          className={styles.chart}
          data-small={small || undefined}
          viewBox={`0 0 ${steps * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {children}
        </svg>
        <span className={styles.ends}>
          <span>{from}</span>
          <span>{to}</span>
        </span>
      </div>
    </>
  );
}

/** What the pointer is over says its value. */
export function ChartStep({index, title, children}: {index: number; title: string; children?: ReactNode}) {
  return (
    <g className={styles.step}>
      <title>{title}</title>
      <rect className={styles.ground} x={index * STEP} y={0} width={STEP} height={HEIGHT} />
      {children}
    </g>
  );
}

interface ChartTableProps {
  label: string;
  columns: readonly string[];
  rows: readonly {label: string; values: readonly (number | string)[]}[];
}

/** Amounts over time for who cannot see a chart of them. In a box: a table by itself does not become smaller than its words. */
export function ChartTable({label, columns, rows}: ChartTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, index) => (
                <td key={columns[index]!}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A round number that nothing is above. */
export function niceTop(value: number): number {
  if (value <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value)!;
}
