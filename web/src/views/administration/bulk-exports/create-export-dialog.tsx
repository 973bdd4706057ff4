import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {type BulkExportOptions, createBulkExport} from '../../../data/exports/exports.ts';

/** Asks what the export contains, then starts it. */
export function CreateExportDialog({onClose}: {onClose: () => void}) {
  const [options, setOptions] = useState<BulkExportOptions>({
    include_attachments: true,
    include_profile_pictures: true,
    include_archived_channels: true,
    include_roles_and_schemes: true,
  });
  const {run, state} = useDialogWork(onClose);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await run(() => createBulkExport(options));
  }

  const option = (name: keyof BulkExportOptions, label: string) => (
    <Checkbox
      label={label}
      checked={options[name]}
      onChange={(event) => setOptions({...options, [name]: event.target.checked})}
    />
  );

  return (
    <FormDialog
      title={t`Create export`}
      submitLabel={t`Start export`}
      {...state}
      isChanged={useIsChanged(options)}
      onSubmit={(event) => void submit(event as FormEvent)}
    >
      <p>{t`The export contains all messages, including private ones. Store it safely.`}</p>
      {option('include_attachments', t`Attached files`)}
      {option('include_profile_pictures', t`Profile pictures`)}
      {option('include_archived_channels', t`Archived channels`)}
      {option('include_roles_and_schemes', t`Roles and permission schemes`)}
    </FormDialog>
  );
}
