import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, useState} from 'react';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {type BulkExportOptions, createBulkExport} from '../../../data/exports/exports.ts';
import {errorMessage} from '../../../lib/server.ts';

/** Asks what the export contains, then starts it. */
export function CreateExportDialog({onClose}: {onClose: () => void}) {
  const [options, setOptions] = useState<BulkExportOptions>({
    include_attachments: true,
    include_profile_pictures: true,
    include_archived_channels: true,
    include_roles_and_schemes: true,
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await createBulkExport(options);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  const option = (name: keyof BulkExportOptions, label: string) => (
    <Checkbox
      label={label}
      checked={options[name]}
      onChange={(event) => setOptions({...options, [name]: event.target.checked})}
    />
  );

  return (
    <Dialog title={t`Create export`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <p>{t`The export contains all messages, including private ones. Store it safely.`}</p>
          {option('include_attachments', t`Attached files`)}
          {option('include_profile_pictures', t`Profile pictures`)}
          {option('include_archived_channels', t`Archived channels`)}
          {option('include_roles_and_schemes', t`Roles and permission schemes`)}
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          <Trans>Start export</Trans>
        </FormFooter>
      </form>
    </Dialog>
  );
}
