import {ScrollArea} from '../../../components/ui/scroll-area.tsx';
import type {ImportReport} from '../../../data/imports/imports.ts';
import {count} from '../../../lib/numbers.ts';
import styles from './object-table.module.css';

const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped'] as const;

/** What the file brings, by kind: of a check how many there are, of an import what became of them. */
export function ObjectTable({report}: {report: ImportReport}) {
  const kinds = Object.entries(report.objects);
  if (kinds.length === 0) return null;
  const isCheck = report.mode === 'validate';
  const title = isCheck ? 'What is in the file' : 'What became of it';
  const total = (outcomes: Record<string, number>) => Object.values(outcomes).reduce((sum, n) => sum + n, 0);
  return (
    <section className={styles.section}>
      <h2 className={styles.heading} id="objects">
        {title}
      </h2>
      <ScrollArea className={styles.scroll} role="region" aria-label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              {isCheck ? (
                <th scope="col">Number</th>
              ) : (
                OUTCOMES.map((outcome) => (
                  <th key={outcome} scope="col">
                    {capitalised(outcome)}
                  </th>
                ))
              )}
            </tr>
          </thead>
          <tbody>
            {kinds.map(([kind, outcomes]) => (
              <tr key={kind}>
                <th scope="row">{plural(kind)}</th>
                {isCheck ? (
                  <td>{count(total(outcomes))}</td>
                ) : (
                  OUTCOMES.map((outcome) => (
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

function plural(kind: string): string {
  const word = kind === 'emoji' ? kind : kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  return capitalised(word);
}

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
