import {t} from '@lingui/core/macro';
import {list} from '../../lib/numbers.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';
import {someNames} from './some-names.ts';
import {refreshAdministration} from './use-change.ts';

/** An action on several rows of a list. The server checks the change of each row separately. */
export type BulkAction<Row> = {
  label: string;
  danger?: boolean;
  /** Whether the action would change the row. */
  appliesTo: (row: Row) => boolean;
  act: (row: Row) => Promise<unknown>;
  /** Confirms the action for a number of rows. */
  done: (count: number) => string;
} & (Undo<Row> | Confirmation);

/** Actions that can be undone run immediately, and offer to undo them. */
interface Undo<Row> {
  /** Restores the row as it was before. */
  undo: (row: Row) => Promise<unknown>;
  /** Confirms that it was undone for a number of rows. */
  undone: (count: number) => string;
}

/** Other actions ask for confirmation. */
interface Confirmation {
  /** The question for a number of rows, and the consequences. */
  confirm: (count: number) => {title: string; text: string};
}

interface ArchivableRow {
  id: string;
  delete_at: number;
}

/** Actions to archive and unarchive rows of a list. `archived` and `unarchived` confirm them for a number of rows. */
export function archiveActions({
  archive,
  unarchive,
  archived,
  unarchived,
}: {
  archive: (id: string) => Promise<unknown>;
  unarchive: (id: string) => Promise<unknown>;
  archived: (count: number) => string;
  unarchived: (count: number) => string;
}): BulkAction<ArchivableRow>[] {
  return [
    {
      label: t`Unarchive`,
      appliesTo: ({delete_at}) => delete_at > 0,
      act: ({id}) => unarchive(id),
      undo: ({id}) => archive(id),
      done: unarchived,
      undone: archived,
    },
    {
      label: t({message: 'Archive', context: 'verb'}),
      danger: true,
      appliesTo: ({delete_at}) => delete_at === 0,
      act: ({id}) => archive(id),
      undo: ({id}) => unarchive(id),
      done: archived,
      undone: unarchived,
    },
  ];
}

/** The maximum number of requests at the same time. */
const AT_ONCE = 4;

/**
 * Runs an action on all rows, reports which rows failed and why, and offers to undo the rest if that is possible. Returns
 * the rows that were changed.
 */
export async function runOnAll<Row>(
  action: BulkAction<Row>,
  rows: readonly Row[],
  getName: (row: Row) => string,
): Promise<Row[]> {
  const changed = await tryAll(rows, action.act, getName);
  if (changed.length === 0) return changed;
  const message = action.done(changed.length);
  if (!('undo' in action)) {
    showSuccess(message);
    return changed;
  }
  const {undo, undone} = action;
  showSuccess(message, {
    label: t`Undo`,
    async run() {
      const restored = await tryAll(changed, undo, getName);
      if (restored.length > 0) showSuccess(undone(restored.length));
    },
  });
  return changed;
}

/** The maximum number of names in a message. The rows stay selected, so all of them can be found in the list. */
const MAX_NAMES = 3;

/** Returns the rows that were changed, and reports the others. */
async function tryAll<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  getName: (row: Row) => string,
): Promise<Row[]> {
  const changed: Row[] = [];
  const failures = new Map<Row, string>();
  const waiting = [...rows];
  async function workNext(): Promise<void> {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await work(row);
        changed.push(row);
      } catch (error) {
        failures.set(row, errorMessage(error));
      }
    }
  }
  await Promise.all(Array.from({length: AT_ONCE}, workNext));
  await refreshAdministration();
  const failed = [...failures.keys()];
  const reasons = [...Map.groupBy(failed, (row) => failures.get(row)!)]
    .map(([reason, refused]) => `${list(someNames(refused.map(getName), MAX_NAMES))}: ${reason}`)
    .join('\n');
  if (failed.length > 0) showError(t`Not changed: ${reasons}`);
  return changed;
}
