import {Trans} from '@lingui/react/macro';
import {Button} from '../../components/ui/button.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import styles from './unsaved-bar.module.css';

interface UnsavedBarProps {
  /** Says what isn't saved yet. */
  status: string;
  failure: string | undefined;
  busy: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

/** The bar below a page with unsaved changes. */
export function UnsavedBar({status, failure, busy, onDiscard, onSave}: UnsavedBarProps) {
  return (
    <>
      <ErrorNotice text={failure} />
      <div className={styles.bar}>
        <span className={styles.status} role="status">
          {status}
        </span>
        <Button onPress={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
        <Button kind="primary" busy={busy} onPress={onSave}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </>
  );
}
