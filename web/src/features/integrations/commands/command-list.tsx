import {useState} from 'react';
import {useNavigate} from 'react-router';
import {PersonName} from '../../people/person-name.tsx';
import {useCurrentTeam} from '../../teams/teams.ts';
import {IntegrationList, IntegrationRow} from '../integration-list.tsx';
import {SectionMark} from '../section-mark.tsx';
import {integrationsPath} from '../sections.ts';
import {CommandForm} from './command-form.tsx';
import {useCommands} from './commands.ts';

export function CommandList() {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const list = useCommands(team.id);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <IntegrationList
        section="commands"
        list={list}
        keyOf={({id}) => id}
        textOf={({trigger, display_name, description}) => `/${trigger} ${display_name} ${description}`}
        addLabel="Add a command"
        onAdd={() => setAdding(true)}
        invitation="Make one, and what people type after its word goes to your program instead of the channel."
        render={(command) => (
          <IntegrationRow
            mark={<SectionMark section="commands" />}
            to={integrationsPath(team.name, 'commands', command.id)}
            name={`/${command.trigger} ${command.auto_complete_hint}`.trim()}
            description={command.description || command.auto_complete_desc}
            details={
              <>
                {command.display_name && <span>{command.display_name}</span>}
                <span>
                  by <PersonName userId={command.creator_id} />
                </span>
              </>
            }
          />
        )}
      />
      {isAdding && (
        <CommandForm
          onClose={() => setAdding(false)}
          onSaved={({id}) => navigate(integrationsPath(team.name, 'commands', id))}
        />
      )}
    </>
  );
}
