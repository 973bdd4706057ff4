import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ErrorNotice, Notice} from '../../../components/ui/notice.tsx';
import {sendTestEmail, testBucket, testGifs} from '../../../data/administration/settings.ts';
import {errorMessage} from '../../../lib/server.ts';
import styles from './settings-test.module.css';

type Changes = ReadonlyMap<string, unknown>;

interface SettingsTest {
  run: (changes: Changes) => Promise<unknown>;
  label: string;
  explanation: string;
  success: string;
}

/** The test for a section of the settings, if it has one. */
function findTest(section: string): SettingsTest | undefined {
  if (section === 'FileSettings') {
    return {
      run: testBucket,
      label: t`Test connection`,
      explanation: t`Checks that the server can use the Amazon S3 bucket, including your unsaved changes.`,
      success: t`The connection works. Files can be listed, written, read and deleted.`,
    };
  }
  if (section === 'EmailSettings') {
    return {
      run: sendTestEmail,
      label: t`Send test email`,
      explanation: t`Sends an email to your own address, including your unsaved changes.`,
      success: t`The mail server accepted the test email. Check your inbox.`,
    };
  }
  if (section === 'ServiceSettings') {
    return {
      run: testGifs,
      label: t`Test GIPHY key`,
      explanation: t`Checks that GIPHY accepts the key for GIFs, including your unsaved changes.`,
      success: t`GIPHY accepted the key.`,
    };
  }
  return undefined;
}

/** Tests a section of the settings with the unsaved changes. Shows nothing for sections without a test. */
export function SettingsTest({section, changes}: {section: string; changes: Changes}) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{error?: string}>();
  const test = findTest(section);
  if (!test) return null;

  async function run({run: check}: SettingsTest) {
    setBusy(true);
    setResult(undefined);
    try {
      await check(changes);
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
        <Button busy={busy} onPress={() => void run(test)}>
          {test.label}
        </Button>
        <p className={styles.text}>{test.explanation}</p>
      </div>
      <ErrorNotice text={result?.error} />
      <div role="status">
        {result && result.error === undefined && (
          <Notice kind="success">
            <p>{test.success}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}
