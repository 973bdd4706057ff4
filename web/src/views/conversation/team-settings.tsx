import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {Button} from '../../components/ui/button.tsx';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/ui/dialog.tsx';
import {TextArea, TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {refreshTeams, useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {tellDone} from '../../lib/toasts.ts';

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
  const {display_name, description, allow_open_invite} = team;
  const {register, handleSubmit, formState} = useForm<Values>({
    defaultValues: {display_name, description, allow_open_invite},
  });

  async function save(values: Values) {
    setFailure(undefined);
    try {
      await server.patchTeam({id: team.id, ...values});
      await refreshTeams();
      tellDone('The team was changed.');
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  if (archiving) {
    return (
      <ConfirmDialog
        title={`Archive ${team.display_name}?`}
        confirmLabel="Archive the team"
        danger
        onClose={() => setArchiving(false)}
        onConfirm={async () => {
          await server.deleteTeam(team.id);
          await refreshTeams();
          navigate('/');
        }}
      >
        Nobody can use its channels any more. A system administrator can restore it.
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title="Team settings" onClose={onClose} keepOpen>
      <form onSubmit={handleSubmit(save)} noValidate>
        <DialogBody>
          <TextField
            label="Name"
            required
            maxLength={64}
            error={formState.errors.display_name?.message}
            {...register('display_name', {
              validate: (name) => name.trim() !== '' || 'A team needs a name.',
            })}
          />
          <TextArea label="Description" maxLength={255} rows={2} {...register('description')} />
          <Checkbox
            label="Anyone with an account may join"
            hint="It is listed where people look for teams. Otherwise they need an invitation."
            {...register('allow_open_invite')}
          />
          <p>
            Its address is <code>/{team.name}</code>, and stays so.
          </p>
          <ErrorNotice text={failure} />
        </DialogBody>
        <DialogFooter
          apart={
            <Button kind="quiet" icon="archive" onPress={() => setArchiving(true)}>
              Archive the team
            </Button>
          }
        >
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={formState.isSubmitting}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
