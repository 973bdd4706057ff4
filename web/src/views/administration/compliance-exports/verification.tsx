import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {Button} from '../../../components/ui/button.tsx';
import {CopyField} from '../../../components/ui/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {type BatchVerification, verifyExport} from '../../../data/compliance/exports.ts';
import type {Job} from '../../../data/jobs/jobs.ts';
import {count} from '../../../lib/numbers.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import styles from './verification.module.css';

/** Makes the server verify the batches of an export, and shows the result. */
export function VerificationDialog({job, onClose}: {job: Job; onClose: () => void}) {
  const {data, error, refetch} = useQuery({
    queryKey: ['compliance-export-verification', job.id],
    queryFn: () => verifyExport(job.id),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={t`Verify export`} size="large" onClose={onClose}>
      <DialogBody>
        {data ? (
          <Result batches={data} />
        ) : (
          <NotLoaded error={error} onRetry={() => void refetch()} label={t`Reading the batches…`} />
        )}
        <p className={styles.quiet}>
          <Trans>
            Each batch has a signed manifest with the hash of every entry. Batches of daily exports also have
            the hash of the previous batch, so changed, missing and replaced batches are detected. To verify
            all batches and their order, run this command on the server:
          </Trans>
        </p>
        <CopyField label={t`Command`} value="patchbay compliance export verify" />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Result({batches}: {batches: BatchVerification[]}) {
  const faulty = batches.filter(({faults}) => faults.length > 0);
  const failed = count(faulty.length);
  const messages = batches.reduce((sum, batch) => sum + batch.messages, 0);
  if (faulty.length === 0) {
    return (
      <Notice kind="success">
        {joinSentences([
          plural(batches.length, {one: 'The batch is intact.', other: 'All # batches are intact.'}),
          plural(messages, {
            one: '# message matches the signature and the database.',
            other: '# messages match the signature and the database.',
          }),
        ])}
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="error">
        {batches.length === 1
          ? t`The batch failed verification.`
          : plural(batches.length, {
              one: `${failed} of # batch failed verification.`,
              other: `${failed} of # batches failed verification.`,
            })}
      </Notice>
      {faulty.map(({path, faults}) => (
        <section key={path}>
          <h3 className={styles.path}>
            <bdi dir="ltr">{path}</bdi>
          </h3>
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
