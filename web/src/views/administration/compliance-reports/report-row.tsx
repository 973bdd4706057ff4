import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {
  parseEmails,
  parseKeywords,
} from '../../../../../server/src/data-exchange/compliance-reports/order-rules/filters.ts';
import {PersonName} from '../../../components/people/person.tsx';
import {Button, DownloadLink} from '../../../components/ui/button.tsx';
import {CancelButton} from '../../../components/ui/cancel-button.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem} from '../../../components/ui/menu.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {cancelReport, downloadAddress, type Report} from '../../../data/compliance/reports.ts';
import {useJob} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {count, list} from '../../../lib/numbers.ts';
import {hasNoStart} from '../open-period.ts';

interface ReportRowProps {
  report: Report;
  onRepeat: () => void;
  onVerify: () => void;
  onDelete: () => void;
}

const STATUSES: Record<
  Report['status'],
  {label: MessageDescriptor; kind: 'plain' | 'good' | 'bad' | 'warn'}
> = {
  running: {label: msg`Running`, kind: 'warn'},
  finished: {label: msg({message: 'Done', context: 'status'}), kind: 'good'},
  failed: {label: msg`Failed`, kind: 'bad'},
  canceled: {label: msg`Canceled`, kind: 'plain'},
  removed: {label: msg`Archive deleted`, kind: 'plain'},
};

/** A report, with its progress and actions. */
export function ReportRow({report, onRepeat, onVerify, onDelete}: ReportRowProps) {
  const {dateTime, timeZone} = useDates();
  const {label, kind} = STATUSES[report.status];
  const start = dateTime(report.start_at);
  const end = dateTime(report.end_at);
  const created = dateTime(report.create_at);
  const description = report.desc.trim() || t`No description`;
  const isRunning = report.status === 'running';
  const isFinished = report.status === 'finished';
  return (
    <RecordRow
      title={description}
      status={<Tag kind={kind}>{i18n._(label)}</Tag>}
      facts={[
        <>
          {hasNoStart(report.start_at)
            ? t`From the beginning to ${end} (${timeZone})`
            : t`${start} to ${end} (${timeZone})`}
          {(isFinished || report.status === 'removed') && (
            <>
              {' · '}
              <strong>{plural(report.count, {one: '# message', other: '# messages'})}</strong>
            </>
          )}
        </>,
        ...filterFacts(report),
        report.user_id ? (
          <Trans>
            Created {created} by <PersonName userId={report.user_id} />
          </Trans>
        ) : (
          <Trans>Created {created} on the command line</Trans>
        ),
      ]}
      actions={
        isRunning ? (
          <CancelButton label={t`Cancel ${description}`} onCancel={() => cancelReport(report.id)} />
        ) : (
          <>
            {isFinished && (
              <>
                <DownloadLink size="small" href={downloadAddress(report.id)}>
                  <Trans>Download</Trans>
                </DownloadLink>
                <Button size="small" icon="shield" onPress={onVerify}>
                  <Trans>Verify</Trans>
                </Button>
              </>
            )}
            <Menu
              label={t`Options for ${description}`}
              trigger={<IconButton icon="more" label={t`Options for ${description}`} />}
            >
              <MenuItem icon="copy" onAction={onRepeat}>
                {t({message: 'Duplicate', context: 'verb'})}
              </MenuItem>
              {isFinished && (
                <MenuItem icon="trash" danger onAction={onDelete}>
                  {t`Delete archive`}
                </MenuItem>
              )}
            </Menu>
          </>
        )
      }
    >
      {isRunning && <ReportProgress report={report} />}
      {report.status === 'failed' && <Notice kind="error">{report.error || t`The report failed.`}</Notice>}
    </RecordRow>
  );
}

function filterFacts({emails, keywords, include_files}: Report): string[] {
  const authors = list(parseEmails(emails));
  const words = list(
    parseKeywords(keywords).map((word) =>
      t({message: `“${word}”`, comment: 'Quotation marks around a keyword.'}),
    ),
  );
  return [
    ...(authors === '' ? [] : [t`Authors: ${authors}`]),
    ...(words === '' ? [] : [t`Any of these keywords: ${words}`]),
    ...(include_files ? [t`Includes attached files`] : []),
  ];
}

function ReportProgress({report}: {report: Report}) {
  const {data: job} = useJob(report.job_id);
  const expected = Number(job?.data.total_posts_expected ?? 0);
  const collected = count(report.count);
  return (
    <ProgressBar
      label={job?.status === 'pending' ? t`Pending` : t`Collecting messages`}
      share={expected > 0 ? report.count / expected : undefined}
      detail={
        expected > 0
          ? plural(expected, {one: `${collected} of # message`, other: `${collected} of # messages`})
          : t`You can leave this page. The report is created on the server.`
      }
    />
  );
}
