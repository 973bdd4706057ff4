import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {CopyField} from '../../../components/ui/copy.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {type SecretKey, type SecretKeys, useSecretKeys} from '../../../data/administration/secret-keys.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from './secret-keys-page.module.css';

/** The keys that seal secrets in the database, and how to rotate them. Keys are never shown. */
export default function SecretKeysPage() {
  const {data, error, refetch} = useSecretKeys();
  return (
    <AdministrationPage
      title={t`Secret keys`}
      intro={t`These keys encrypt secrets in the database, such as webhook keys and tokens. Without a key, a copy of the database doesn't reveal them. This page never shows a key.`}
    >
      {data ? (
        <>
          <State {...data} />
          <KeyTable keys={data.keys} />
          <Location {...data} />
          <Rotation isFixed={data.is_fixed} />
        </>
      ) : (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      )}
    </AdministrationPage>
  );
}

/** Whether there is something to do. */
function State({keys, plain}: SecretKeys) {
  const all = keys.reduce((sum, {secrets}) => sum + secrets, 0);
  const old = keys.reduce((sum, {secrets, is_current}) => (is_current ? sum : sum + secrets), 0);
  return (
    <>
      {plain > 0 && (
        <Notice kind="warning">
          {plural(plain, {
            one: '# secret is not encrypted, because it was written with SQL. It is encrypted when the server restarts.',
            other:
              '# secrets are not encrypted, because they were written with SQL. They are encrypted when the server restarts.',
          })}
        </Notice>
      )}
      {old > 0 ? (
        <Notice kind="warning">
          {plural(old, {
            one: '# secret is still encrypted with an older key. Run the command below to finish the rotation.',
            other:
              '# secrets are still encrypted with older keys. Run the command below to finish the rotation.',
          })}
        </Notice>
      ) : (
        plain === 0 && (
          <Notice kind="success">
            {plural(all, {
              one: '# secret is encrypted with the current key.',
              other: 'All # secrets are encrypted with the current key.',
            })}
          </Notice>
        )
      )}
    </>
  );
}

function KeyTable({keys}: {keys: readonly SecretKey[]}) {
  const dates = useDates();
  const columns: Column<SecretKey>[] = [
    {
      label: t`Key`,
      render: ({id, is_current}) => (
        <span className={styles.key}>
          <code>{id}</code> {is_current && <Tag kind="good">{t`CURRENT`}</Tag>}
        </span>
      ),
    },
    {
      label: t`Created`,
      kind: 'short',
      render: ({create_at}) => (create_at === null ? undefined : dates.dateTime(create_at)),
    },
    {label: t`Secrets`, kind: 'end', render: ({secrets}) => count(secrets)},
    {
      label: t({message: 'Use', context: 'noun'}),
      render: ({is_current, secrets}) =>
        is_current ? t`Encrypts new secrets` : secrets > 0 ? t`Decrypts older secrets` : t`Not in use`,
    },
  ];
  return <DataTable label={t`Secret keys`} columns={columns} rows={keys} getKey={({id}) => id} />;
}

function Location({source, is_fixed}: SecretKeys) {
  return (
    <Panel title={t`Where the keys are`}>
      <p className={styles.text}>
        {is_fixed ? (
          <Trans>
            In the environment variable <code>{source}</code>. Every server of this installation needs it.
          </Trans>
        ) : (
          <Trans>
            In the file <code>{source}</code>.
          </Trans>
        )}
      </p>
      <p className={styles.text}>
        <Trans>
          Keep a copy of the keys, separate from copies of the database. Without them, secrets are lost.
          Backups from Patchbay contain the keys.
        </Trans>
      </p>
    </Panel>
  );
}

function Rotation({isFixed}: {isFixed: boolean}) {
  return (
    <Panel
      title={t`Rotate the keys`}
      text={t`Do this if someone may have seen a key. All secrets are encrypted again with a new key, while people keep working. The secrets themselves don't change: if someone had a key and a copy of the database, also regenerate webhook keys, tokens and invitation links.`}
    >
      {isFixed ? (
        <ol className={styles.steps}>
          <li>
            <Trans>Add a new key to the end of the variable on every server, and restart the servers.</Trans>
          </li>
          <li>
            <Trans>Move the new key to the front on every server, and restart the servers.</Trans>
          </li>
          <li>
            <Trans>Run the command below once.</Trans>
          </li>
          <li>
            <Trans>Remove the older key when this page says that it is not in use.</Trans>
          </li>
        </ol>
      ) : (
        <p className={styles.text}>
          <Trans>
            Run this command on the server. The older key stays in the file until the next rotation, at least
            an hour later.
          </Trans>
        </p>
      )}
      <CopyField label={t`Command`} value="npx patchbay secrets rotate" />
    </Panel>
  );
}
