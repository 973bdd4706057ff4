import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {Collapsible} from '../../../components/ui/collapsible.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {Pager} from '../../../components/ui/data-table.tsx';
import {RecordList, RecordRow} from '../../../components/ui/record-list.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {MASK} from '../../../data/administration/settings.ts';
import {
  restoreSettings,
  type SettingsVersion,
  useSettingsHistory,
  VERSIONS_PER_PAGE,
} from '../../../data/administration/settings-history.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {settingLabel} from '../../../lib/setting-names.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import {AccountLink} from '../references.tsx';
import {refreshAdministration} from '../use-change.ts';
import styles from './history-page.module.css';
import {sectionTitle, valueText} from './setting-words.ts';

/** In pixels. Longer lists of changes in a version are collapsed. */
const SHOWN_HEIGHT = 320;

/** Shows who changed which settings, and restores earlier versions. */
export default function HistoryPage() {
  const [page, setPage] = useState(0);
  const [restoring, setRestoring] = useState<SettingsVersion>();
  const {data, error, refetch} = useSettingsHistory(page);
  return (
    <AdministrationPage
      title={t`Settings history`}
      intro={t`Changes of the settings in the database, newest first. Secrets are not shown.`}
      back={{path: '/_admin/settings', label: t`Back to settings`}}
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        page === 0 ? (
          <EmptyState icon="clock" title={t`No changes yet`}>
            <p>
              <Trans>
                Each change of the settings will appear here, and you can restore earlier versions.
              </Trans>
            </p>
          </EmptyState>
        ) : (
          <EmptyState icon="clock" title={t`No more changes`} />
        )
      ) : (
        <RecordList label={t`Settings history`}>
          {data.map((version, index) => (
            <VersionRow
              key={version.version}
              version={version}
              isCurrent={page === 0 && index === 0}
              onRestore={() => setRestoring(version)}
            />
          ))}
        </RecordList>
      )}
      {data && <Pager page={page} perPage={VERSIONS_PER_PAGE} count={data.length} onPage={setPage} />}
      {restoring && <RestoreDialog version={restoring.version} onClose={() => setRestoring(undefined)} />}
    </AdministrationPage>
  );
}

function VersionRow({
  version: {version, create_at, user_id, origin, restored_version, changes},
  isCurrent,
  onRestore,
}: {
  version: SettingsVersion;
  isCurrent: boolean;
  onRestore: () => void;
}) {
  const dates = useDates();
  return (
    <RecordRow
      title={t`Version ${version}`}
      level={2}
      status={isCurrent ? <Tag kind="good">{t`Current`}</Tag> : undefined}
      facts={[
        <Author key="author" userId={user_id} origin={origin} />,
        dates.dateTime(create_at),
        ...(origin === 'restore' ? [t`Restored version ${restored_version}`] : []),
      ]}
      actions={
        !isCurrent && (
          <Button size="small" onPress={onRestore}>
            <Trans>Restore version {version}</Trans>
          </Button>
        )
      }
    >
      {changes.length > 0 && (
        <Collapsible height={SHOWN_HEIGHT}>
          <ul className={styles.changes}>
            {changes.map(({name, before, after}) => (
              <li key={name} className={styles.change}>
                <span className={styles.name}>{titledLabel(name)}</span>
                <code>{breakable(name)}</code>
                <ChangedValue before={before} after={after} />
              </li>
            ))}
          </ul>
        </Collapsible>
      )}
    </RecordRow>
  );
}

function Author({userId, origin}: Pick<SettingsVersion, 'origin'> & {userId: string}) {
  if (origin === 'initial') return t`First start`;
  if (origin === 'file') return t`Moved from config.json`;
  if (origin === 'backup') return t`Restored from a backup`;
  if (userId === '') return t`Command line`;
  return <AccountLink userId={userId} />;
}

function ChangedValue({before, after}: {before: unknown; after: unknown}) {
  if (before === MASK || after === MASK) {
    return (
      <span>{before !== MASK ? t`Secret set` : after === MASK ? t`Secret replaced` : t`Secret removed`}</span>
    );
  }
  const [old, now] = [valueText(before), valueText(after)];
  return (
    <span>
      <Trans comment="The value of a setting before and after a change">
        <del className={styles.before}>{old}</del> → <ins className={styles.after}>{now}</ins>
      </Trans>
    </span>
  );
}

function RestoreDialog({version, onClose}: {version: number; onClose: () => void}) {
  return (
    <ConfirmDialog
      title={t`Restore version ${version}?`}
      confirmLabel={t`Restore`}
      onConfirm={async () => {
        await restoreSettings(version);
        await refreshAdministration();
        showSuccess(t`Settings restored.`);
      }}
      onClose={onClose}
    >
      <p>
        <Trans>
          All settings get the values that they had in this version. Settings that come from config.json or
          environment variables don't change. The current version stays in the history, so you can restore it
          too.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

/** The label of a setting after the title of its section. */
function titledLabel(name: string): string {
  const section = sectionTitle(name.split('.')[0]!);
  const label = settingLabel(name);
  return t`${section}: ${label}`;
}
