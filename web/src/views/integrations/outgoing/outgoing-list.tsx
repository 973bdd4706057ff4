import {PersonName} from '../../../components/people/person.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useOutgoingWebhooks} from '../../../data/integrations/outgoing-webhooks.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {LinkedIntegrations} from '../integration-list.tsx';
import {Offers} from '../offers.tsx';
import {ChannelName} from '../references.tsx';
import {OutgoingForm} from './outgoing-form.tsx';

export function OutgoingList() {
  const team = useCurrentTeam();
  const list = useOutgoingWebhooks(team.id);
  return (
    <LinkedIntegrations
      section="outgoing"
      list={list}
      top={<Offers section="outgoing" />}
      keyOf={({id}) => id}
      textOf={({display_name, description, trigger_words}) =>
        `${display_name} ${description} ${trigger_words?.join(' ')}`
      }
      addLabel="Add a webhook"
      Form={OutgoingForm}
      invitation="Make one, and your program hears of the messages that begin with its words."
      summaryOf={(hook) => ({
        name: hook.display_name || 'Without a name',
        description: hook.description,
        details: (
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
        ),
      })}
    />
  );
}
