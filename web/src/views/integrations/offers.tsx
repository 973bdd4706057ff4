import {useState} from 'react';
import {useNavigate} from 'react-router';
import {integrationsPath} from '../../components/integrations/sections.ts';
import {PersonName} from '../../components/people/person.tsx';
import {Button} from '../../components/ui/button.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {RecordList, RecordRow} from '../../components/ui/record-list.tsx';
import {
  acceptTransfer,
  declineTransfer,
  type Transfer,
  useOffers,
} from '../../data/integrations/transfers.ts';
import type {WebhookSection} from '../../data/integrations/webhooks.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage} from '../../lib/server.ts';
import {tellDone, tellError} from '../../lib/toasts.ts';
import {ChannelName} from './references.tsx';

/** The webhooks of the team that somebody offers to the person; of one section, or of both. */
export function Offers({section}: {section?: WebhookSection}) {
  const offers = useOffers(useCurrentTeam().id).filter(({kind}) => !section || kind === `${section}_webhook`);
  if (offers.length === 0) return null;
  return (
    <Panel
      title="Offered to you"
      text="A webhook posts in its owner’s name. Accept only what you know and are willing to answer for."
    >
      <RecordList label="Offered to you">
        {offers.map((offer) => (
          <Offer key={offer.id} offer={offer} />
        ))}
      </RecordList>
    </Panel>
  );
}

function Offer({offer}: {offer: Transfer}) {
  const team = useCurrentTeam();
  const dates = useDates();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'accept' | 'decline'>();
  const section = offer.kind === 'incoming_webhook' ? 'incoming' : 'outgoing';
  const name = offer.display_name || 'Webhook without a name';

  async function respond(how: 'accept' | 'decline'): Promise<void> {
    setBusy(how);
    try {
      if (how === 'decline') {
        await declineTransfer(offer);
        return;
      }
      const id = await acceptTransfer(offer);
      tellDone(`You own ${name} now.`);
      navigate(integrationsPath(team.name, section, id));
    } catch (error) {
      tellError(errorMessage(error));
      setBusy(undefined);
    }
  }

  return (
    <RecordRow
      title={name}
      facts={[
        ...(offer.description ? [offer.description] : []),
        <>
          {section === 'incoming' ? 'Incoming' : 'Outgoing'} webhook in{' '}
          {offer.channel_id ? <ChannelName id={offer.channel_id} /> : 'all public channels'}, offered by{' '}
          <PersonName userId={offer.offered_by} />. Expires {dates.date(offer.expires_at)}.
        </>,
      ]}
      actions={
        <>
          <Button busy={busy === 'decline'} isDisabled={!!busy} onPress={() => void respond('decline')}>
            Decline
          </Button>
          <Button
            kind="primary"
            busy={busy === 'accept'}
            isDisabled={!!busy}
            onPress={() => void respond('accept')}
          >
            Accept
          </Button>
        </>
      }
    />
  );
}
