import {useParams} from 'react-router';
import {PersonName} from '../../../components/people/person.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {
  type Command,
  deleteCommand,
  regenerateCommandToken,
  useCommand,
} from '../../../data/integrations/commands.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {tellDone} from '../../../lib/toasts.ts';
import {DeletePanel, IntegrationPage} from '../integration-page.tsx';
import {TokenPanel} from '../secrets.tsx';
import {CommandForm} from './command-form.tsx';
import {CommandTest} from './command-test.tsx';
import {MoveCommandPanel} from './move-command.tsx';

/** A slash command: what it calls, a test, its token. */
export function CommandPage() {
  const {id = ''} = useParams();
  const query = useCommand(id);
  return (
    <IntegrationPage
      section="commands"
      query={query}
      nameOf={({trigger}) => `/${trigger}`}
      form={(command, onClose) => (
        <CommandForm
          command={command}
          onClose={onClose}
          onSaved={() => tellDone('The command was changed.')}
        />
      )}
    >
      {(command) => <Panels key={command.id} command={command} />}
    </IntegrationPage>
  );
}

function Panels({command}: {command: Command}) {
  const dates = useDates();
  return (
    <>
      <Panel title={command.display_name || 'About'} text={command.description || undefined}>
        <Facts
          facts={[
            {term: 'Calls', value: `${command.method === 'G' ? 'GET' : 'POST'} ${command.url}`},
            {
              term: 'Offered while people type',
              value: command.auto_complete
                ? `/${command.trigger} ${command.auto_complete_hint}`.trim()
                : 'No',
            },
            ...(command.auto_complete_desc
              ? [{term: 'What it does', value: command.auto_complete_desc}]
              : []),
            {term: 'Made by', value: <PersonName userId={command.creator_id} />},
            {term: 'Since', value: dates.date(command.create_at)},
          ]}
        />
      </Panel>
      <CommandTest command={command} />
      <TokenPanel token={command.token} onRenew={() => regenerateCommandToken(command)} />
      <MoveCommandPanel command={command} />
      <DeletePanel
        section="commands"
        name={`/${command.trigger}`}
        consequence="Whoever types it is told that there is no such command."
        onDelete={() => deleteCommand(command)}
      />
    </>
  );
}
