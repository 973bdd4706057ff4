import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {RecordList} from '../../../components/ui/record-list.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {deleteReport, type Report, useReports} from '../../../data/compliance/reports.ts';
import {Refusal} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {CreateReportDialog} from './create-report.tsx';
import {ReportRow} from './report-row.tsx';
import {VerificationDialog} from './verification.tsx';

/** The open dialog. */
type Open =
  | {what: 'new'; like: Report | undefined}
  | {what: 'verification' | 'deletion'; report: Report}
  | undefined;

const UNAVAILABLE = 'ent.compliance.licence_disable.app_error';

/** The reports of messages in a period, with actions to create, download, verify and delete them. */
export default function ComplianceReportsPage() {
  const [open, setOpen] = useState<Open>();
  const query = useReports();
  const {data: reports, error, refetch} = query;
  const close = () => setOpen(undefined);
  const create = (like?: Report) => setOpen({what: 'new', like});
  return (
    <AdministrationPage
      title={t`Compliance reports`}
      intro={t`A report contains all messages from a period, including direct messages, deleted messages and earlier versions of edited messages. It is a signed archive, so changes to it are detected.`}
      actions={
        reports && (
          <Button kind="primary" icon="add" onPress={() => create()}>
            <Trans>Create report</Trans>
          </Button>
        )
      }
    >
      {error instanceof Refusal && error.server_error_id === UNAVAILABLE ? (
        <Unavailable title={t`Compliance reports are not available`} message={error.message} />
      ) : !reports ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : reports.length === 0 ? (
        <EmptyState icon="shield" title={t`No reports yet`}>
          <p>
            <Trans>Reports are created in the background. You can leave this page in the meantime.</Trans>
          </p>
          <Button onPress={() => create()}>
            <Trans>Create report</Trans>
          </Button>
        </EmptyState>
      ) : (
        <>
          <h2 className="visually-hidden">{t`Reports`}</h2>
          <RecordList label={t`Compliance reports`}>
            {reports.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                onRepeat={() => create(report)}
                onVerify={() => setOpen({what: 'verification', report})}
                onDelete={() => setOpen({what: 'deletion', report})}
              />
            ))}
          </RecordList>
          <MoreButton query={query} label={t`Show older reports`} />
        </>
      )}
      {open?.what === 'new' && <CreateReportDialog like={open.like} onClose={close} />}
      {open?.what === 'verification' && <VerificationDialog report={open.report} onClose={close} />}
      {open?.what === 'deletion' && <DeleteDialog report={open.report} onClose={close} />}
    </AdministrationPage>
  );
}

function DeleteDialog({report, onClose}: {report: Report; onClose: () => void}) {
  const description = report.desc;
  return (
    <ConfirmDialog
      title={t`Delete this archive?`}
      confirmLabel={t`Delete`}
      danger
      onConfirm={() => deleteReport(report.id)}
      onClose={onClose}
    >
      <p>
        <Trans>
          The archive of “{description}” is permanently deleted. The report stays in the list, and no messages
          are deleted.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

/** Says which setting makes the page unavailable, and links to it. */
function Unavailable({title, message}: {title: string; message: string}) {
  const navigate = useNavigate();
  const [section = ''] = /\b[A-Z]\w+Settings(?=\.)/.exec(message) ?? [];
  return (
    <EmptyState icon="lock" title={title}>
      <p>{message}</p>
      <Button kind="primary" icon="settings" onPress={() => navigate(`/_admin/settings?section=${section}`)}>
        <Trans>Open setting</Trans>
      </Button>
    </EmptyState>
  );
}
