import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {useNavigate} from 'react-router';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {Button} from '../../../components/ui/button.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {type Command, moveCommand} from '../../../data/integrations/commands.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {showSuccess} from '../../../lib/toasts.ts';

/** Moves a command to another of the person's teams, if there is one. */
export function MoveCommandPanel({command}: {command: Command}) {
  const others = useTeams().filter(({id}) => id !== command.team_id);
  const [isChoosing, setChoosing] = useState(false);
  if (others.length === 0) return null;
  return (
    <Panel
      title={t`Team`}
      text={t`A command works in one team. It keeps its token when you move it.`}
      actions={<Button onPress={() => setChoosing(true)}>{t`Move to another team`}</Button>}
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
  const {trigger} = command;
  const [teamId, setTeamId] = useState(teams[0]!.id);
  const {run, state} = useDialogWork(onClose);
  async function move(event: FormEvent) {
    event.preventDefault();
    const team = teams.find(({id}) => id === teamId)!;
    await run(async () => {
      await moveCommand(command, teamId);
      const teamName = team.display_name;
      showSuccess(t`Moved /${trigger} to ${teamName}.`);
      navigate(integrationsPath(team.name, 'commands', command.id), {replace: true});
    });
  }
  return (
    <FormDialog
      title={t`Move /${trigger}`}
      submitLabel={t`Move command`}
      size="small"
      {...state}
      isChanged={useIsChanged(teamId)}
      onSubmit={(event) => void move(event as FormEvent)}
    >
      <SelectField
        label={t`New team`}
        hint={t`The command stops working in its current team.`}
        options={teams.map(({id, display_name}) => ({value: id, label: display_name}))}
        value={teamId}
        onChange={setTeamId}
      />
    </FormDialog>
  );
}
