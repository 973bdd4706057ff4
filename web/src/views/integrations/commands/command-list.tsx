import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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
      getKey={({id}) => id}
      getText={({trigger, display_name, description}) => `/${trigger} ${display_name} ${description}`}
      addLabel={t`Create command`}
      Form={CommandForm}
      invitation={t`Create a command to run your program when people type it in the message box.`}
      getSummary={(command) => ({
        name: `/${command.trigger} ${command.auto_complete_hint}`.trim(),
        description: command.description || command.auto_complete_desc,
        details: (
          <>
            {command.display_name && <span>{command.display_name}</span>}
            <span>
              <Trans>
                Created by <PersonName userId={command.creator_id} />
              </Trans>
            </span>
          </>
        ),
      })}
    />
  );
}
