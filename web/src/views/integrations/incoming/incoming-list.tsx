import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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
      getKey={({id}) => id}
      getText={({display_name, description}) => `${display_name} ${description}`}
      addLabel={t`Create webhook`}
      Form={IncomingForm}
      invitation={t`Create a webhook, and give its URL to your build server, monitoring tool or script.`}
      getSummary={(hook) => ({
        name: hook.display_name || t`Unnamed webhook`,
        description: hook.description,
        details: (
          <>
            <span>
              <ChannelName id={hook.channel_id} />
            </span>
            <span>
              <Trans>
                Owned by <PersonName userId={hook.user_id} />
              </Trans>
            </span>
            {hook.channel_locked && <Tag>{t`LOCKED`}</Tag>}
            {hook.signed && <Tag kind="good">{t`SIGNED`}</Tag>}
          </>
        ),
      })}
    />
  );
}
