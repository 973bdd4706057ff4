import {t} from '@lingui/core/macro';
import {ScrollArea} from '../../../components/ui/scroll-area.tsx';
import type {ImportReport} from '../../../data/imports/imports.ts';
import {count} from '../../../lib/numbers.ts';
import {kindLabel} from './object-kinds.ts';
import styles from './object-table.module.css';

/** The contents of the file by type. For an import, the number of objects created, updated, unchanged or skipped. */
export function ObjectTable({report}: {report: ImportReport}) {
  const kinds = Object.entries(report.objects);
  if (kinds.length === 0) return null;
  const isCheck = report.mode === 'validate';
  const title = isCheck ? t`File contents` : t`Results`;
  const outcomeColumns = [
    {outcome: 'created', label: t({message: 'Created', context: 'number of imported objects'})},
    {outcome: 'updated', label: t({message: 'Updated', context: 'number of imported objects'})},
    {outcome: 'unchanged', label: t`Unchanged`},
    {outcome: 'skipped', label: t`Skipped`},
  ];
  const total = (outcomes: Record<string, number>) => Object.values(outcomes).reduce((sum, n) => sum + n, 0);
  return (
    <section className={styles.section}>
      <h2 className={styles.heading} id="objects">
        {title}
      </h2>
      <ScrollArea className={`${styles.scroll} scrolls-sideways`} role="region" aria-label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t`Type`}</th>
              {isCheck ? (
                <th scope="col">{t`Count`}</th>
              ) : (
                outcomeColumns.map(({outcome, label}) => (
                  <th key={outcome} scope="col">
                    {label}
                  </th>
                ))
              )}
            </tr>
          </thead>
          <tbody>
            {kinds.map(([kind, outcomes]) => (
              <tr key={kind}>
                <th scope="row">{kindLabel(kind)}</th>
                {isCheck ? (
                  <td>{count(total(outcomes))}</td>
                ) : (
                  outcomeColumns.map(({outcome}) => (
                    <td key={outcome} data-none={!outcomes[outcome] || undefined}>
                      {count(outcomes[outcome] ?? 0)}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}
