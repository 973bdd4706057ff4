import {t} from '@lingui/core/macro';
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
import {showSuccess} from '../../../lib/toasts.ts';
import {DeletePanel, IntegrationPage} from '../integration-page.tsx';
import {TokenPanel} from '../secrets.tsx';
import {CommandForm} from './command-form.tsx';
import {CommandTest} from './command-test.tsx';
import {MoveCommandPanel} from './move-command.tsx';

/** A slash command: its settings, a test and its token. */
export function CommandPage() {
  const {id = ''} = useParams();
  const query = useCommand(id);
  return (
    <IntegrationPage
      section="commands"
      query={query}
      getName={({trigger}) => `/${trigger}`}
      form={(command, onClose) => (
        <CommandForm command={command} onClose={onClose} onSaved={() => showSuccess(t`Command saved.`)} />
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
      <Panel title={command.display_name || t`About`} text={command.description || undefined}>
        <Facts
          facts={[
            {term: t`Request URL`, value: `${command.method === 'G' ? 'GET' : 'POST'} ${command.url}`},
            {
              term: t`Autocomplete`,
              value: command.auto_complete
                ? `/${command.trigger} ${command.auto_complete_hint}`.trim()
                : t`Off`,
            },
            ...(command.auto_complete_desc
              ? [{term: t`Autocomplete description`, value: command.auto_complete_desc}]
              : []),
            {term: t`Created by`, value: <PersonName userId={command.creator_id} />},
            {term: t`Created`, value: dates.date(command.create_at)},
          ]}
        />
      </Panel>
      <CommandTest command={command} />
      <TokenPanel token={command.token} onRegenerate={() => regenerateCommandToken(command)} />
      <MoveCommandPanel command={command} />
      <DeletePanel
        section="commands"
        name={`/${command.trigger}`}
        label={t`Delete command`}
        consequence={t`The command stops working immediately.`}
        onDelete={() => deleteCommand(command)}
      />
    </>
  );
}
