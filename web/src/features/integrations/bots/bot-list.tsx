import {useState} from 'react';
import {useNavigate} from 'react-router';
import {Tag} from '../../../components/tag.tsx';
import {useIsOn} from '../../../lib/client-config.ts';
import {useMay} from '../../../lib/permissions.ts';
import {PersonAvatar} from '../../people/person-avatar.tsx';
import {useCurrentTeam} from '../../teams/teams.ts';
import {IntegrationList, IntegrationRow} from '../integration-list.tsx';
import {integrationsPath} from '../sections.ts';
import {BotForm} from './bot-form.tsx';
import {BotOwner} from './bot-owner.tsx';
import {useBots} from './bots.ts';

export function BotList() {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const list = useBots();
  const mayCreate = useMay('create_bot');
  const isOn = useIsOn('EnableBotAccountCreation');
  const [isAdding, setAdding] = useState(false);
  const offered = mayCreate && isOn;
  return (
    <>
      <IntegrationList
        section="bots"
        list={list}
        keyOf={({user_id}) => user_id}
        textOf={({username, display_name = '', description = ''}) =>
          `${username} ${display_name} ${description}`
        }
        addLabel={offered ? 'Add a bot' : undefined}
        onAdd={() => setAdding(true)}
        invitation={
          offered
            ? 'Make one, give its token to your program, and add it to the channels it works in.'
            : isOn
              ? 'A system administrator can make one.'
              : 'New bots are switched off on this server (ServiceSettings.EnableBotAccountCreation).'
        }
        render={(bot) => (
          <IntegrationRow
            mark={<PersonAvatar userId={bot.user_id} size={36} />}
            to={integrationsPath(team.name, 'bots', bot.user_id)}
            name={bot.display_name || bot.username}
            description={bot.description ?? ''}
            details={
              <>
                <span>@{bot.username}</span>
                <span>
                  owned by <BotOwner ownerId={bot.owner_id} />
                </span>
                {bot.delete_at > 0 && <Tag kind="bad">DISABLED</Tag>}
              </>
            }
          />
        )}
      />
      {isAdding && (
        <BotForm
          onClose={() => setAdding(false)}
          onSaved={({user_id}) => navigate(integrationsPath(team.name, 'bots', user_id))}
        />
      )}
    </>
  );
}
