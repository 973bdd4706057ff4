import {useState} from 'react';
import {useNavigate} from 'react-router';
import {Tag} from '../../../components/tag.tsx';
import {PersonName} from '../../people/person-name.tsx';
import {useCurrentTeam} from '../../teams/teams.ts';
import {ChannelName} from '../channel-name.tsx';
import {IntegrationList, IntegrationRow} from '../integration-list.tsx';
import {SectionMark} from '../section-mark.tsx';
import {integrationsPath} from '../sections.ts';
import {IncomingForm} from './incoming-form.tsx';
import {useIncomingWebhooks} from './incoming-webhooks.ts';

export function IncomingList() {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const list = useIncomingWebhooks(team.id);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <IntegrationList
        section="incoming"
        list={list}
        keyOf={({id}) => id}
        textOf={({display_name, description}) => `${display_name} ${description}`}
        addLabel="Add a webhook"
        onAdd={() => setAdding(true)}
        invitation="Make one, copy its address into your build server, monitoring or script, and its messages appear here."
        render={(hook) => (
          <IntegrationRow
            mark={<SectionMark section="incoming" />}
            to={integrationsPath(team.name, 'incoming', hook.id)}
            name={hook.display_name || 'Without a name'}
            description={hook.description}
            details={
              <>
                <span>
                  <ChannelName id={hook.channel_id} />
                </span>
                <span>
                  by <PersonName userId={hook.user_id} />
                </span>
                {hook.channel_locked && <Tag>LOCKED</Tag>}
                {hook.signed && <Tag kind="good">SIGNED</Tag>}
              </>
            }
          />
        )}
      />
      {isAdding && (
        <IncomingForm
          onClose={() => setAdding(false)}
          onSaved={({id}) => navigate(integrationsPath(team.name, 'incoming', id))}
        />
      )}
    </>
  );
}
