import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {PersonName} from '../../../components/people/person.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useOutgoingWebhooks} from '../../../data/integrations/outgoing-webhooks.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {list} from '../../../lib/numbers.ts';
import {LinkedIntegrations} from '../integration-list.tsx';
import {Offers} from '../offers.tsx';
import {ChannelName} from '../references.tsx';
import {OutgoingForm} from './outgoing-form.tsx';

export function OutgoingList() {
  const team = useCurrentTeam();
  const webhooks = useOutgoingWebhooks(team.id);
  return (
    <LinkedIntegrations
      section="outgoing"
      list={webhooks}
      top={<Offers section="outgoing" />}
      getKey={({id}) => id}
      getText={({display_name, description, trigger_words}) =>
        `${display_name} ${description} ${trigger_words?.join(' ')}`
      }
      addLabel={t`Create webhook`}
      Form={OutgoingForm}
      invitation={t`Create a webhook to send messages that match your trigger words to your program.`}
      getSummary={(hook) => ({
        name: hook.display_name || t`Unnamed webhook`,
        description: hook.description,
        details: (
          <>
            <span>{hook.channel_id ? <ChannelName id={hook.channel_id} /> : t`All public channels`}</span>
            {hook.trigger_words?.length > 0 && <span>{list(hook.trigger_words)}</span>}
            <span>
              <Trans>
                Owned by <PersonName userId={hook.creator_id} />
              </Trans>
            </span>
            {hook.disabled_at > 0 && <Tag kind="bad">{t`DISABLED`}</Tag>}
            {hook.disabled_at === 0 && hook.failing_since > 0 && <Tag kind="warn">{t`FAILING`}</Tag>}
            {hook.signed && <Tag kind="good">{t`SIGNED`}</Tag>}
          </>
        ),
      })}
    />
  );
}
