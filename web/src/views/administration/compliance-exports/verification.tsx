import {useQuery} from '@tanstack/react-query';
import {Button} from '../../../components/ui/button.tsx';
import {CopyField} from '../../../components/ui/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {type BatchVerification, verifyExport} from '../../../data/compliance/exports.ts';
import type {Job} from '../../../data/jobs/jobs.ts';
import {amount, count} from '../../../lib/numbers.ts';
import styles from './verification.module.css';

/** Has the server compare the batches of an export with what was signed, and says what came of it. */
export function VerificationDialog({job, onClose}: {job: Job; onClose: () => void}) {
  const {data, error, refetch} = useQuery({
    queryKey: ['compliance-export-verification', job.id],
    queryFn: () => verifyExport(job.id),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title="Verify this export" size="large" onClose={onClose}>
      <DialogBody>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Result batches={data} />
        ) : (
          <LoadingState label="The batches are being read…" />
        )}
        <p className={styles.quiet}>
          Every batch has a signed manifest with the hash of each entry, and each batch of the daily export
          names the hash of the one before it: a batch that was changed, taken away or exchanged shows. The
          server's own machine checks all of them, and the chain between them:
        </p>
        <CopyField label="All exports" value="patchbay compliance export verify" />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Result({batches}: {batches: BatchVerification[]}) {
  const faulty = batches.filter(({faults}) => faults.length > 0);
  const messages = batches.reduce((sum, batch) => sum + batch.messages, 0);
  if (faulty.length === 0) {
    return (
      <Notice kind="success">
        {soundBatches(batches.length)} sound: {amount(messages, 'message')}, as signed and as in the database.
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="error">
        {batches.length === 1
          ? 'The batch is not as it should be.'
          : `${count(faulty.length)} of ${amount(batches.length, 'batch', 'batches')} ${
              faulty.length === 1 ? 'is not as it' : 'are not as they'
            } should be.`}
      </Notice>
      {faulty.map(({path, faults}) => (
        <section key={path}>
          <h3 className={styles.path}>{path}</h3>
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

function soundBatches(number: number): string {
  if (number === 1) return 'The batch is';
  return number === 2 ? 'Both batches are' : `All ${count(number)} batches are`;
}
