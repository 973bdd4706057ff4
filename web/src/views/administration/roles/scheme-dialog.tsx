import {t} from '@lingui/core/macro';
import type {Scheme} from '@mattermost/types/schemes';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {createScheme, editScheme, type SchemeTexts} from '../../../data/administration/schemes.ts';
import {refreshAdministration} from '../use-change.ts';

const FIELDS = ['display_name', 'description'] as const;

interface SchemeDialogProps {
  /** Undefined for a new scheme, whose page opens. */
  scheme?: Scheme;
  onClose: () => void;
}

/** Creates a scheme for teams, or edits the name and description of a scheme. */
export default function SchemeDialog({scheme, onClose}: SchemeDialogProps) {
  const navigate = useNavigate();
  const {run, getError, state} = useDialogWork(onClose, FIELDS);
  const {register, handleSubmit, formState} = useForm<SchemeTexts>({
    defaultValues: {display_name: scheme?.display_name ?? '', description: scheme?.description ?? ''},
  });
  const name = scheme?.display_name;

  async function save(texts: SchemeTexts) {
    const created = scheme ? await editScheme(scheme.id, texts) : await createScheme(texts);
    await refreshAdministration();
    if (created) navigate(`/_admin/roles/schemes/${created.id}`);
  }

  return (
    <FormDialog
      title={name === undefined ? t`Create scheme` : t`Edit ${name}`}
      submitLabel={name === undefined ? t`Create scheme` : t`Save`}
      isChanged={formState.isDirty}
      onSubmit={handleSubmit((texts) => run(() => save(texts)))}
      {...state}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={128}
        hint={
          scheme ? undefined : t`The scheme starts with the permissions that the built-in roles have now.`
        }
        error={formState.errors.display_name?.message ?? getError('display_name')}
        {...register('display_name', {validate: (text) => text.trim() !== '' || t`Enter a name.`})}
      />
      <TextArea
        label={t`Description`}
        rows={2}
        maxLength={1024}
        error={getError('description')}
        {...register('description')}
      />
    </FormDialog>
  );
}
