import {t} from '@lingui/core/macro';
import type {Channel} from '@mattermost/types/channels';
import {useForm} from 'react-hook-form';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {server} from '../../../lib/server.ts';
import {refreshAdministration} from '../use-change.ts';

const FIELDS = ['display_name', 'purpose', 'header'] as const;

/** Edits the texts about a channel. The administrator doesn't have to be one of its members. */
export default function EditChannelDialog({channel, onClose}: {channel: Channel; onClose: () => void}) {
  const name = channel.display_name;
  const {run, getError, state} = useDialogWork(onClose, FIELDS);
  const {register, handleSubmit, formState} = useForm({
    defaultValues: {display_name: name, purpose: channel.purpose, header: channel.header},
  });
  return (
    <FormDialog
      title={t`Edit ${name}`}
      submitLabel={t`Save`}
      isChanged={formState.isDirty}
      onSubmit={handleSubmit((values) =>
        run(async () => {
          await server.patchChannel(channel.id, values);
          await refreshAdministration();
        }),
      )}
      {...state}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={64}
        error={formState.errors.display_name?.message ?? getError('display_name')}
        {...register('display_name', {
          validate: (text) => text.trim() !== '' || t`Enter a channel name.`,
        })}
      />
      <TextArea
        label={t`Purpose`}
        rows={2}
        maxLength={250}
        error={getError('purpose')}
        {...register('purpose')}
      />
      <TextArea
        label={t`Header`}
        rows={2}
        maxLength={1024}
        error={getError('header')}
        {...register('header')}
      />
    </FormDialog>
  );
}
