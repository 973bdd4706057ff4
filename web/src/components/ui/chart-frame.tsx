import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import styles from './chart-frame.module.css';

/** The height of a chart in its own units. Its width is the number of steps times `STEP`. */
export const HEIGHT = 120;
export const STEP = 10;

interface ChartFrameProps {
  /** The title. */
  label: string;
  /** Shown next to the title: the legend of the series, or a figure. */
  legend: ReactNode;
  /** The label of the upper edge. */
  top: string;
  /** The labels of both ends of the time axis, and the number of steps. */
  from: string | undefined;
  to: string | undefined;
  steps: number;
  small?: boolean;
  children: ReactNode;
}

/** The frame of a chart over time. It is hidden from screen readers, which read a `ChartTable` instead. */
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

/** A step of a chart, with its value as a tooltip. */
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

/**
 * The values of a chart as a table for screen readers. In a box, because a table can't be narrower than its content.
 */
export function ChartTable({label, columns, rows}: ChartTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Time</Trans>
            </th>
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

/** A round number that is at least the maximum. */
export function niceTop(value: number): number {
  if (value <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value)!;
}
