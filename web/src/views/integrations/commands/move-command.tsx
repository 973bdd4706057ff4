import {type FormEvent, useState} from 'react';
import {useNavigate} from 'react-router';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {Button} from '../../../components/ui/button.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {SelectField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {type Command, moveCommand} from '../../../data/integrations/commands.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {errorMessage} from '../../../lib/server.ts';
import {tellDone} from '../../../lib/toasts.ts';

/** Moves a command to another team of the person, if there is one. */
export function MoveCommandPanel({command}: {command: Command}) {
  const others = useTeams().filter(({id}) => id !== command.team_id);
  const [isChoosing, setChoosing] = useState(false);
  if (others.length === 0) return null;
  return (
    <Panel
      title="Team"
      text="A command works in one team. It keeps its token when it moves."
      actions={<Button onPress={() => setChoosing(true)}>Move to another team</Button>}
    >
      {isChoosing && <MoveDialog command={command} teams={others} onClose={() => setChoosing(false)} />}
    </Panel>
  );
}

function MoveDialog({
  command,
  teams,
  onClose,
}: {
  command: Command;
  teams: ReturnType<typeof useTeams>;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [teamId, setTeamId] = useState(teams[0]!.id);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function move(event: FormEvent) {
    event.preventDefault();
    const team = teams.find(({id}) => id === teamId)!;
    setBusy(true);
    setFailure(undefined);
    try {
      await moveCommand(command, teamId);
      tellDone(`/${command.trigger} is in ${team.display_name} now.`);
      onClose();
      navigate(integrationsPath(team.name, 'commands', command.id), {replace: true});
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={`Move /${command.trigger}`} size="small" onClose={onClose}>
      <form onSubmit={(event) => void move(event)}>
        <DialogBody>
          <SelectField
            label="To the team"
            hint="Whoever types it in the team of today is told that there is no such command."
            options={teams.map(({id, display_name}) => ({value: id, label: display_name}))}
            value={teamId}
            onChange={(event) => setTeamId(event.target.value)}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          Move the command
        </FormFooter>
      </form>
    </Dialog>
  );
}
