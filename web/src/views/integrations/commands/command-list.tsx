import {PersonName} from '../../../components/people/person.tsx';
import {useCommands} from '../../../data/integrations/commands.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {LinkedIntegrations} from '../integration-list.tsx';
import {CommandForm} from './command-form.tsx';

export function CommandList() {
  const team = useCurrentTeam();
  const list = useCommands(team.id);
  return (
    <LinkedIntegrations
      section="commands"
      list={list}
      keyOf={({id}) => id}
      textOf={({trigger, display_name, description}) => `/${trigger} ${display_name} ${description}`}
      addLabel="Add a command"
      Form={CommandForm}
      invitation="Make one, and what people type after its word goes to your program instead of the channel."
      summaryOf={(command) => ({
        name: `/${command.trigger} ${command.auto_complete_hint}`.trim(),
        description: command.description || command.auto_complete_desc,
        details: (
          <>
            {command.display_name && <span>{command.display_name}</span>}
            <span>
              by <PersonName userId={command.creator_id} />
            </span>
          </>
        ),
      })}
    />
  );
}
