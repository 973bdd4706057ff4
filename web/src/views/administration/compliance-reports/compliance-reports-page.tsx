import {useState} from 'react';
import {useNavigate} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {RecordList} from '../../../components/ui/record-list.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {deleteReport, type Report, useReports} from '../../../data/compliance/reports.ts';
import {Refusal} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {NewReportDialog} from './new-report.tsx';
import {ReportRow} from './report-row.tsx';
import {VerificationDialog} from './verification.tsx';

/** What is open over the page. */
type Open =
  | {what: 'new'; like: Report | undefined}
  | {what: 'verification' | 'deletion'; report: Report}
  | undefined;

const UNAVAILABLE = 'ent.compliance.licence_disable.app_error';

/** Reports of what was written in a window of time: order one, follow it, download it, check it. */
export default function ComplianceReportsPage() {
  const [open, setOpen] = useState<Open>();
  const query = useReports();
  const {data: reports, error, refetch} = query;
  const close = () => setOpen(undefined);
  const order = (like?: Report) => setOpen({what: 'new', like});
  return (
    <AdministrationPage
      title="Compliance reports"
      lead="A report collects what was written in a window of time, in every channel and direct message, deleted posts and earlier texts included. It is a signed archive that shows when it was changed."
      actions={
        reports && (
          <Button kind="primary" icon="add" onPress={() => order()}>
            New report
          </Button>
        )
      }
    >
      {error instanceof Refusal && error.server_error_id === UNAVAILABLE ? (
        <SwitchedOff title="Compliance reports are not available" message={error.message} />
      ) : error && !reports ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !reports ? (
        <LoadingState />
      ) : reports.length === 0 ? (
        <EmptyState icon="shield" title="No reports yet">
          <p>Order the first one: it is made in the background, and you can leave this page meanwhile.</p>
          <Button onPress={() => order()}>New report</Button>
        </EmptyState>
      ) : (
        <>
          <h2 className="visually-hidden">Reports</h2>
          <RecordList label="Compliance reports">
            {reports.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                onRepeat={() => order(report)}
                onVerify={() => setOpen({what: 'verification', report})}
                onDelete={() => setOpen({what: 'deletion', report})}
              />
            ))}
          </RecordList>
          <MoreButton query={query} label="Show older reports" />
        </>
      )}
      {open?.what === 'new' && <NewReportDialog like={open.like} onClose={close} />}
      {open?.what === 'verification' && <VerificationDialog report={open.report} onClose={close} />}
      {open?.what === 'deletion' && (
        <ConfirmDialog
          title="Delete the archive?"
          confirmLabel="Delete"
          danger
          onConfirm={() => deleteReport(open.report.id)}
          onClose={close}
        >
          <p>
            The archive of “{open.report.desc}” is removed for good. The list keeps saying that it was made,
            and for what. The messages themselves are not touched.
          </p>
        </ConfirmDialog>
      )}
    </AdministrationPage>
  );
}

/** Something that the settings keep from working: what the server says of it, and the way to the settings. */
function SwitchedOff({title, message}: {title: string; message: string}) {
  const navigate = useNavigate();
  const [section = ''] = /\b[A-Z]\w+Settings(?=\.)/.exec(message) ?? [];
  return (
    <EmptyState icon="lock" title={title}>
      <p>{message}</p>
      <Button kind="primary" icon="settings" onPress={() => navigate(`/_admin/settings?section=${section}`)}>
        Open the setting
      </Button>
    </EmptyState>
  );
}
