import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {Button} from '../../../components/ui/button.tsx';
import {CopyField} from '../../../components/ui/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {type Report, type Verification, verifyReport} from '../../../data/compliance/reports.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import styles from './verification.module.css';

/** Makes the server compare an archive with its manifest, its signature and the database, and shows the result. */
export function VerificationDialog({report, onClose}: {report: Report; onClose: () => void}) {
  const description = report.desc;
  const {data, error, refetch} = useQuery({
    queryKey: ['compliance-report-verification', report.id],
    queryFn: () => verifyReport(report.id),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={t`Verify “${description}”`} size="large" onClose={onClose}>
      <DialogBody>
        {data ? (
          <Result verification={data} />
        ) : (
          <NotLoaded error={error} onRetry={() => void refetch()} label={t`Reading the archive…`} />
        )}
        <section className={styles.elsewhere}>
          <h3 className={styles.heading}>{t`Verify it yourself`}</h3>
          <p className={styles.quiet}>
            <Trans>
              You can run the same check on the server. Anyone who has the archive can compare its entries
              with <code>manifest.json</code>, and verify the signature with the{' '}
              <a href="/api/v4/compliance/signing_key" target="_blank" rel="noopener noreferrer">
                public key
              </a>{' '}
              of this server.
            </Trans>
          </p>
          <CopyField
            label={t`Command on the server`}
            value={`patchbay compliance report verify ${report.id}`}
          />
        </section>
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
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
          {joinSentences([
            t`The archive is intact.`,
            plural(rows, {
              one: '# message matches the signature and the database.',
              other: '# messages match the signature and the database.',
            }),
          ])}
        </Notice>
      ) : (
        <Notice kind="error">
          <p>{t`The archive failed verification.`}</p>
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
                ...(entry.rows === undefined ? [] : [plural(entry.rows, {one: '# row', other: '# rows'})]),
              ].join(' · ')}
              sha256={entry.sha256}
            />
          ))}
          <Entry
            name="manifest.json"
            facts={t({message: 'signed', comment: 'A manifest that has a signature.'})}
            sha256={manifest_sha256}
          />
        </dl>
      )}
      {files + missing_files > 0 && (
        <p className={styles.quiet}>
          {plural(files, {
            one: 'The archive contains # attached file.',
            other: 'The archive contains # attached files.',
          })}
          {missing_files > 0 &&
            ` ${plural(missing_files, {
              one: '# file was already missing when the report was created. It is listed in manifest.json.',
              other:
                '# files were already missing when the report was created. They are listed in manifest.json.',
            })}`}
          {changed_files > 0 &&
            ` ${plural(changed_files, {
              one: '# file has changed since it was uploaded. It is listed in manifest.json.',
              other: '# files have changed since they were uploaded. They are listed in manifest.json.',
            })}`}
        </p>
      )}
    </>
  );
}

function Entry({name, facts, sha256}: {name: string; facts: string; sha256: string}) {
  return (
    <div className={styles.entry}>
      <dt>
        <bdi className={styles.name}>{name}</bdi> <span className={styles.quiet}>{facts}</span>
      </dt>
      <dd className={styles.hash}>
        <span className="visually-hidden">{t`SHA-256:`} </span>
        <bdi dir="ltr">{sha256}</bdi>
      </dd>
    </div>
  );
}
