import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ErrorNotice, Notice} from '../../../components/ui/notice.tsx';
import {sendTestEmail, testBucket, testGifs} from '../../../data/administration/settings.ts';
import {errorMessage} from '../../../lib/server.ts';
import styles from './settings-test.module.css';

type Changes = ReadonlyMap<string, unknown>;

interface SettingsTest {
  /** The names of the settings that it tests. */
  tests: RegExp;
  run: (changes: Changes) => Promise<unknown>;
  label: string;
  explanation: string;
  success: string;
}

/** The test for a section of the settings, if it has one. */
function findTest(section: string): SettingsTest | undefined {
  if (section === 'FileSettings') {
    return {
      tests: /\.(?:DriverName|AmazonS3)/,
      run: testBucket,
      label: t`Test connection`,
      explanation: t`Checks that the server can use the Amazon S3 bucket, including your unsaved changes.`,
      success: t`The connection works. Files can be listed, written, read and deleted.`,
    };
  }
  if (section === 'EmailSettings') {
    return {
      tests: /./,
      run: sendTestEmail,
      label: t`Send test email`,
      explanation: t`Sends an email to your own address, including your unsaved changes.`,
      success: t`The mail server accepted the test email. Check your inbox.`,
    };
  }
  if (section === 'ServiceSettings') {
    return {
      tests: /\.(?:EnableGifPicker|Giphy)/,
      run: testGifs,
      label: t`Test GIPHY key`,
      explanation: t`Checks that GIPHY accepts the key for GIFs, including your unsaved changes.`,
      success: t`GIPHY accepted the key.`,
    };
  }
  return undefined;
}

interface SettingsTestProps {
  section: string;
  /** The names of the settings of the section that are shown. */
  names: readonly string[];
  changes: Changes;
}

/** Tests settings of a section with the unsaved changes. Shows nothing if there is no test for the shown settings. */
export function SettingsTest({section, names, changes}: SettingsTestProps) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{error?: string}>();
  const test = findTest(section);
  if (!test || !names.some((name) => test.tests.test(name))) return null;

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
