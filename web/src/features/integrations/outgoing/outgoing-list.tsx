import {useState} from 'react';
import {useNavigate} from 'react-router';
import {Tag} from '../../../components/tag.tsx';
import {PersonName} from '../../people/person-name.tsx';
import {useCurrentTeam} from '../../teams/teams.ts';
import {ChannelName} from '../channel-name.tsx';
import {IntegrationList, IntegrationRow} from '../integration-list.tsx';
import {SectionMark} from '../section-mark.tsx';
import {integrationsPath} from '../sections.ts';
import {OutgoingForm} from './outgoing-form.tsx';
import {useOutgoingWebhooks} from './outgoing-webhooks.ts';

export function OutgoingList() {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const list = useOutgoingWebhooks(team.id);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <IntegrationList
        section="outgoing"
        list={list}
        keyOf={({id}) => id}
        textOf={({display_name, description, trigger_words}) =>
          `${display_name} ${description} ${trigger_words?.join(' ')}`
        }
        addLabel="Add a webhook"
        onAdd={() => setAdding(true)}
        invitation="Make one, and your program hears of the messages that begin with its words."
        render={(hook) => (
          <IntegrationRow
            mark={<SectionMark section="outgoing" />}
            to={integrationsPath(team.name, 'outgoing', hook.id)}
            name={hook.display_name || 'Without a name'}
            description={hook.description}
            details={
              <>
                <span>{hook.channel_id ? <ChannelName id={hook.channel_id} /> : 'all public channels'}</span>
                {hook.trigger_words?.length > 0 && <span>“{hook.trigger_words.join('”, “')}”</span>}
                <span>
                  by <PersonName userId={hook.creator_id} />
                </span>
                {hook.disabled_at > 0 && <Tag kind="bad">SWITCHED OFF</Tag>}
                {hook.disabled_at === 0 && hook.failing_since > 0 && <Tag kind="warn">FAILING</Tag>}
                {hook.signed && <Tag kind="good">SIGNED</Tag>}
              </>
            }
          />
        )}
      />
      {isAdding && (
        <OutgoingForm
          onClose={() => setAdding(false)}
          onSaved={({id}) => navigate(integrationsPath(team.name, 'outgoing', id))}
        />
      )}
    </>
  );
}
