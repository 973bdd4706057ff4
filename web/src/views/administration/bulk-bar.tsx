import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useIsNarrowWindow} from '../../components/frame/narrow-window.ts';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../components/ui/menu.tsx';
import {type BulkAction, runOnAll} from './bulk-actions.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps<Row> {
  /** The selected rows. Nothing is shown if there are none. */
  rows: readonly Row[];
  getName: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
  /** Unselects rows that were changed. Others may have been selected meanwhile. */
  onChanged: (rows: readonly Row[]) => void;
  /** Unselects all rows. */
  onClear: () => void;
}

/**
 * The actions for the selected rows of a list. An action is offered if it changes at least one of them. In a narrow window,
 * several actions are in a menu, so that the bar has one line.
 */
export function BulkBar<Row>({rows, getName, actions, onChanged, onClear}: BulkBarProps<Row>) {
  const [running, setRunning] = useState<string>();
  const [asking, setAsking] = useState<BulkAction<Row>>();
  const isNarrow = useIsNarrowWindow();
  if (rows.length === 0) return null;
  const offered = actions.filter(({appliesTo}) => rows.some(appliesTo));
  const isRunning = running !== undefined;
  const concerned = asking ? rows.filter(asking.appliesTo).length : 0;
  const question = asking && 'confirm' in asking ? asking.confirm(concerned) : undefined;
  async function run(action: BulkAction<Row>) {
    setRunning(action.label);
    const changed = await runOnAll(action, rows.filter(action.appliesTo), getName);
    setRunning(undefined);
    onChanged(changed);
  }
  const start = (action: BulkAction<Row>) => ('confirm' in action ? setAsking(action) : void run(action));
  return (
    <section className={styles.bar} aria-label={t`Actions for selected rows`}>
      <span role="status" className={styles.count}>
        {plural(rows.length, {one: '# selected', other: '# selected'})}
      </span>
      {isNarrow && offered.length > 1 ? (
        <Menu
          label={t`Actions for selected rows`}
          trigger={
            <Button size="small" icon="chevronDown" busy={isRunning}>
              <Trans>Actions</Trans>
            </Button>
          }
        >
          {offered.map((action) => (
            <MenuItem key={action.label} danger={action.danger} onAction={() => start(action)}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        offered.map((action) => (
          <Button
            key={action.label}
            size="small"
            kind={action.danger ? 'danger' : 'secondary'}
            busy={running === action.label}
            isDisabled={isRunning}
            onPress={() => start(action)}
          >
            {action.label}
          </Button>
        ))
      )}
      {isNarrow ? (
        <IconButton icon="close" label={t`Clear selection`} isDisabled={isRunning} onPress={onClear} />
      ) : (
        <Button size="small" kind="quiet" isDisabled={isRunning} onPress={onClear}>
          <Trans>Clear selection</Trans>
        </Button>
      )}
      {asking && question && (
        <ConfirmDialog
          title={question.title}
          confirmLabel={asking.label}
          danger={asking.danger}
          onConfirm={() => run(asking)}
          onClose={() => setAsking(undefined)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </section>
  );
}
