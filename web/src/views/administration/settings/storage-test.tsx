import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ErrorNotice, Notice} from '../../../components/ui/notice.tsx';
import {testBucket} from '../../../data/administration/settings.ts';
import {errorMessage} from '../../../lib/server.ts';
import styles from './storage-test.module.css';

/** Tests whether the server can use the bucket for files, with the unsaved changes. */
export function StorageTest({changes}: {changes: ReadonlyMap<string, unknown>}) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{error?: string}>();

  async function run() {
    setBusy(true);
    setResult(undefined);
    try {
      await testBucket(changes);
      setResult({});
    } catch (error) {
      setResult({error: errorMessage(error)});
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.test}>
      <div className={styles.action}>
        <Button busy={busy} onPress={() => void run()}>
          <Trans>Test connection</Trans>
        </Button>
        <p className={styles.text}>
          {t`Checks that the server can use the Amazon S3 bucket, including your unsaved changes.`}
        </p>
      </div>
      <ErrorNotice text={result?.error} />
      <div role="status">
        {result && result.error === undefined && (
          <Notice kind="success">
            <p>
              <Trans>The connection works. Files can be listed, written, read and deleted.</Trans>
            </p>
          </Notice>
        )}
      </div>
    </div>
  );
}
