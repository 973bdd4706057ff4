import {PersonName} from '../../../components/people/person.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useIncomingWebhooks} from '../../../data/integrations/incoming-webhooks.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {LinkedIntegrations} from '../integration-list.tsx';
import {Offers} from '../offers.tsx';
import {ChannelName} from '../references.tsx';
import {IncomingForm} from './incoming-form.tsx';

export function IncomingList() {
  const team = useCurrentTeam();
  const list = useIncomingWebhooks(team.id);
  return (
    <LinkedIntegrations
      section="incoming"
      list={list}
      top={<Offers section="incoming" />}
      keyOf={({id}) => id}
      textOf={({display_name, description}) => `${display_name} ${description}`}
      addLabel="Add a webhook"
      Form={IncomingForm}
      invitation="Make one, copy its address into your build server, monitoring or script, and its messages appear here."
      summaryOf={(hook) => ({
        name: hook.display_name || 'Without a name',
        description: hook.description,
        details: (
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
        ),
      })}
    />
  );
}
