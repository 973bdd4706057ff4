import {useQuery} from '@tanstack/react-query';
import {Button} from '../../../components/ui/button.tsx';
import {CopyField} from '../../../components/ui/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {type Report, type Verification, verifyReport} from '../../../data/compliance/reports.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import styles from './verification.module.css';

/** Has the server compare an archive with its manifest, its signature and the database, and says what came of it. */
export function VerificationDialog({report, onClose}: {report: Report; onClose: () => void}) {
  const {data, error, refetch} = useQuery({
    queryKey: ['compliance-report-verification', report.id],
    queryFn: () => verifyReport(report.id),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={`Verify “${report.desc}”`} size="large" onClose={onClose}>
      <DialogBody>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Result verification={data} />
        ) : (
          <LoadingState label="The archive is being read…" />
        )}
        <section className={styles.elsewhere}>
          <h3 className={styles.heading}>Check it again, elsewhere</h3>
          <p className={styles.quiet}>
            The same check runs on the server's own machine. Somebody else who has the archive compares its
            entries with <code>manifest.json</code> in it, and the signature with this server's{' '}
            <a href="/api/v4/compliance/signing_key" target="_blank" rel="noopener noreferrer">
              public key
            </a>
            .
          </p>
          <CopyField
            label="On the server's machine"
            value={`patchbay compliance report verify ${report.id}`}
          />
        </section>
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Result({verification}: {verification: Verification}) {
  const {faults, rows, entries, files, missing_files, changed_files, manifest_sha256} = verification;
  return (
    <>
      {faults.length === 0 ? (
        <Notice kind="success">
          The archive is sound: {count(rows)} {rows === 1 ? 'message' : 'messages'}, as signed and as in the
          database.
        </Notice>
      ) : (
        <Notice kind="error">
          <p>Not everything is as it should be.</p>
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Notice>
      )}
      {entries.length > 0 && (
        <dl className={styles.entries}>
          {entries.map((entry) => (
            <Entry
              key={entry.name}
              name={entry.name}
              facts={[
                byteSize(entry.bytes),
                ...(entry.rows === undefined ? [] : [`${count(entry.rows)} rows`]),
              ].join(', ')}
              sha256={entry.sha256}
            />
          ))}
          <Entry name="manifest.json" facts="signed" sha256={manifest_sha256} />
        </dl>
      )}
      {files + missing_files > 0 && (
        <p className={styles.quiet}>
          {count(files)} attached {files === 1 ? 'file is' : 'files are'} in the archive
          {missing_files > 0 &&
            `, and ${count(missing_files)} were gone already when it was made: manifest.json names them`}
          .
          {changed_files > 0 &&
            ` ${count(changed_files)} ${changed_files === 1 ? 'file is' : 'files are'} no longer what was uploaded: manifest.json names ${changed_files === 1 ? 'it' : 'them'}.`}
        </p>
      )}
    </>
  );
}

function Entry({name, facts, sha256}: {name: string; facts: string; sha256: string}) {
  return (
    <div className={styles.entry}>
      <dt>
        <span className={styles.name}>{name}</span> <span className={styles.quiet}>{facts}</span>
      </dt>
      <dd className={styles.hash}>
        <span className="visually-hidden">SHA-256 </span>
        {sha256}
      </dd>
    </div>
  );
}
