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
import {count} from '../../../lib/numbers.ts';

interface ReportRowProps {
  report: Report;
  onRepeat: () => void;
  onVerify: () => void;
  onDelete: () => void;
}

const STATUSES: Record<Report['status'], {label: string; kind: 'plain' | 'good' | 'bad' | 'warn'}> = {
  running: {label: 'Being made', kind: 'warn'},
  finished: {label: 'Finished', kind: 'good'},
  failed: {label: 'Failed', kind: 'bad'},
  canceled: {label: 'Canceled', kind: 'plain'},
  removed: {label: 'Archive deleted', kind: 'plain'},
};

/** One report: what it is of, how far it is, and what can be done with it. */
export function ReportRow({report, onRepeat, onVerify, onDelete}: ReportRowProps) {
  const {dateTime, timeZone} = useDates();
  const {label, kind} = STATUSES[report.status];
  const isRunning = report.status === 'running';
  const isFinished = report.status === 'finished';
  return (
    <RecordRow
      title={report.desc.trim() || 'Without a description'}
      status={<Tag kind={kind}>{label}</Tag>}
      facts={[
        <>
          {dateTime(report.start_at)} until {dateTime(report.end_at)} ({timeZone})
          {(isFinished || report.status === 'removed') && (
            <>
              {' · '}
              <strong>
                {count(report.count)} {report.count === 1 ? 'message' : 'messages'}
              </strong>
            </>
          )}
        </>,
        ...filterFacts(report),
        <>
          Ordered {dateTime(report.create_at)}{' '}
          {report.user_id ? (
            <>
              by <PersonName userId={report.user_id} />
            </>
          ) : (
            'on the command line'
          )}
        </>,
      ]}
      actions={
        isRunning ? (
          <CancelButton label={`Cancel ${report.desc}`} onCancel={() => cancelReport(report.id)} />
        ) : (
          <>
            {isFinished && (
              <>
                <DownloadLink size="small" href={downloadAddress(report.id)}>
                  Download
                </DownloadLink>
                <Button size="small" icon="shield" onPress={onVerify}>
                  Verify
                </Button>
              </>
            )}
            <Menu
              label={`More about ${report.desc}`}
              trigger={<IconButton icon="more" label={`More about ${report.desc}`} />}
            >
              <MenuItem icon="copy" onAction={onRepeat}>
                Make one like it
              </MenuItem>
              {isFinished && (
                <MenuItem icon="trash" danger onAction={onDelete}>
                  Delete the archive
                </MenuItem>
              )}
            </Menu>
          </>
        )
      }
    >
      {isRunning && <ReportProgress report={report} />}
      {report.status === 'failed' && <Notice kind="error">{report.error || 'It failed.'}</Notice>}
    </RecordRow>
  );
}

function filterFacts({emails, keywords, include_files}: Report): string[] {
  const authors = parseEmails(emails);
  const words = parseKeywords(keywords);
  const only = [
    ...(authors.length > 0 ? [`written by ${authors.join(' or ')}`] : []),
    ...(words.length > 0 ? [`with ${words.map((word) => `“${word}”`).join(' or ')}`] : []),
  ];
  return [
    ...(only.length > 0 ? [`Only messages ${only.join(', ')}`] : []),
    ...(include_files ? ['With attached files'] : []),
  ];
}

function ReportProgress({report}: {report: Report}) {
  const {data: job} = useJob(report.job_id);
  const expected = Number(job?.data.total_posts_expected ?? 0);
  const waits = job?.status === 'pending';
  return (
    <ProgressBar
      label={waits ? 'Waiting for its turn' : 'Collecting messages'}
      share={expected > 0 ? report.count / expected : undefined}
      detail={
        expected > 0
          ? `${count(report.count)} of ${count(expected)} messages`
          : 'You can leave this page: the report is made on the server.'
      }
    />
  );
}
