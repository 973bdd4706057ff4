import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button, DownloadLink} from '../../../components/ui/button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {type DeletionRecord, recordAddress, verifyRecord} from '../../../data/retention/retention.ts';
import {errorMessage} from '../../../lib/server.ts';

/** The signed record of a run's deletions, to download and verify. */
export function DeletionRecordRow({record}: {record: DeletionRecord}) {
  const dates = useDates();
  const [result, setResult] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const {job_id, create_at, posts, files} = record;
  const time = dates.dateTime(create_at);

  async function verify() {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await verifyRecord(job_id));
    } catch (error) {
      setResult([errorMessage(error)]);
    } finally {
      setBusy(false);
    }
  }

  return (
    <RecordRow
      title={time}
      facts={[
        `${plural(posts, {one: '# message', other: '# messages'})}, ${plural(files, {one: '# file', other: '# files'})}`,
      ]}
      actions={
        <>
          <DownloadLink size="small" href={recordAddress(job_id)}>
            <Trans>Download</Trans>
          </DownloadLink>
          <Button
            size="small"
            icon="shield"
            busy={busy}
            aria-label={t`Verify the record of ${time}`}
            onPress={() => void verify()}
          >
            <Trans>Verify</Trans>
          </Button>
        </>
      }
    >
      <div role="status">
        {result?.length === 0 && (
          <Notice kind="success">{t`The record is intact. It matches its signature.`}</Notice>
        )}
        {result?.map((fault) => (
          <Notice key={fault} kind="error">
            {fault}
          </Notice>
        ))}
      </div>
    </RecordRow>
  );
}
