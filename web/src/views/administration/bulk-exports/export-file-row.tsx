import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Notice} from '../../../components/ui/notice.tsx';
import {RecordRow} from '../../../components/ui/record-list.tsx';
import {deleteExport, type ExportFile, exportAddress} from '../../../data/exports/exports.ts';
import type {Job} from '../../../data/jobs/jobs.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {StoredFileActions} from '../stored-file-actions.tsx';

interface ExportFileRowProps {
  file: ExportFile;
  /** The job that created it, if it is known. */
  job: Job | undefined;
}

/** An export on the server, with its actions. */
export function ExportFileRow({file, job}: ExportFileRowProps) {
  const dates = useDates();
  const {name} = file;
  const created = dates.dateTime(file.create_at);
  const size = byteSize(file.size);
  const lines = Number(job?.data.line);
  const missing = Number(job?.data.missing_files ?? 0);
  const changed = Number(job?.data.changed_files ?? 0);
  return (
    <RecordRow
      title={created}
      facts={[
        job?.data.line === undefined ? size : `${size} · ${plural(lines, {one: '# line', other: '# lines'})}`,
        <code key="name">{name}</code>,
      ]}
      actions={
        <StoredFileActions
          address={exportAddress(name)}
          downloadLabel={t`Download the export from ${created}`}
          deleteLabel={t`Delete the export from ${created}`}
          title={t`Delete this export?`}
          question={
            <Trans>
              The export from {created} ({size}) is deleted from the server. This can't be undone.
            </Trans>
          }
          onDelete={() => deleteExport(name)}
        />
      }
    >
      {missing > 0 && (
        <Notice kind="warning">
          {plural(missing, {
            one: '# file is missing from the file storage, so it is not in the export. The log has its path.',
            other:
              '# files are missing from the file storage, so they are not in the export. The log has their paths.',
          })}
        </Notice>
      )}
      {changed > 0 && (
        <Notice kind="warning">
          {plural(changed, {
            one: '# file has changed since it was uploaded. The log has its path.',
            other: '# files have changed since they were uploaded. The log has their paths.',
          })}
        </Notice>
      )}
    </RecordRow>
  );
}
