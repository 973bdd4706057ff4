import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {InputDialog} from '../../../components/ui/input-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {refreshTeams, useCurrentTeam} from '../../../data/teams/teams.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';

interface Values {
  display_name: string;
  description: string;
  allow_open_invite: boolean;
}

export default function TeamSettingsDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [archiving, setArchiving] = useState(false);
  const {name, display_name, description, allow_open_invite} = team;
  const {register, handleSubmit, formState} = useForm<Values>({
    defaultValues: {display_name, description, allow_open_invite},
  });

  async function save(values: Values) {
    setFailure(undefined);
    try {
      await server.patchTeam({id: team.id, ...values});
      await refreshTeams();
      showSuccess(t`Team settings saved`);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  if (archiving) {
    return (
      <ConfirmDialog
        title={t`Archive ${display_name}?`}
        confirmLabel={t`Archive team`}
        danger
        onClose={() => setArchiving(false)}
        onConfirm={async () => {
          await server.deleteTeam(team.id);
          await refreshTeams();
          navigate('/');
        }}
      >
        <Trans>Its channels can no longer be used. A system administrator can unarchive the team.</Trans>
      </ConfirmDialog>
    );
  }
  return (
    <InputDialog title={t`Team settings`} isChanged={formState.isDirty} onClose={onClose}>
      <form onSubmit={handleSubmit(save)} noValidate>
        <DialogBody>
          <TextField
            label={t`Name`}
            required
            maxLength={64}
            error={formState.errors.display_name?.message}
            {...register('display_name', {
              validate: (text) => text.trim() !== '' || t`Enter a team name.`,
            })}
          />
          <TextArea label={t`Description`} maxLength={255} rows={2} {...register('description')} />
          <Checkbox
            label={t`Anyone with an account can join`}
            hint={t`The team is listed where people look for teams. Otherwise, they need an invitation.`}
            {...register('allow_open_invite')}
          />
          <p>
            <Trans>
              The team's URL is <code>/{name}</code>. It can't be changed.
            </Trans>
          </p>
          <ErrorNotice text={failure} />
        </DialogBody>
        <DialogFooter
          apart={
            <Button kind="quiet" icon="archive" onPress={() => setArchiving(true)}>
              <Trans>Archive team</Trans>
            </Button>
          }
        >
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" busy={formState.isSubmitting}>
            <Trans>Save</Trans>
          </Button>
        </DialogFooter>
      </form>
    </InputDialog>
  );
}
