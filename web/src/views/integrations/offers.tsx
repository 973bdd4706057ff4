import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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
import {showError, showSuccess} from '../../lib/toasts.ts';
import {ChannelName} from './references.tsx';

/** The webhooks of the team that are offered to the person: those of one section, or all of them. */
export function Offers({section}: {section?: WebhookSection}) {
  const offers = useOffers(useCurrentTeam().id).filter(({kind}) => !section || kind === `${section}_webhook`);
  if (offers.length === 0) return null;
  return (
    <Panel
      title={t`Offered to you`}
      text={t`A webhook posts as its owner. Accept only webhooks that you know and want to be responsible for.`}
    >
      <RecordList label={t`Offered to you`}>
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
  const name = offer.display_name || t`Unnamed webhook`;
  const expires = dates.date(offer.expires_at);

  async function respond(how: 'accept' | 'decline'): Promise<void> {
    setBusy(how);
    try {
      if (how === 'decline') {
        await declineTransfer(offer);
        return;
      }
      const id = await acceptTransfer(offer);
      showSuccess(t`You now own ${name}.`);
      navigate(integrationsPath(team.name, section, id));
    } catch (error) {
      showError(errorMessage(error));
      setBusy(undefined);
    }
  }

  return (
    <RecordRow
      title={name}
      facts={[
        ...(offer.description ? [offer.description] : []),
        <OfferDescription key="offer" offer={offer} />,
        t`Expires ${expires}`,
      ]}
      actions={
        <>
          <Button busy={busy === 'decline'} isDisabled={!!busy} onPress={() => void respond('decline')}>
            <Trans>Decline</Trans>
          </Button>
          <Button
            kind="primary"
            busy={busy === 'accept'}
            isDisabled={!!busy}
            onPress={() => void respond('accept')}
          >
            <Trans>Accept</Trans>
          </Button>
        </>
      }
    />
  );
}

function OfferDescription({offer: {kind, channel_id, offered_by}}: {offer: Transfer}) {
  if (kind === 'incoming_webhook') {
    return (
      <Trans>
        Incoming webhook in <ChannelName id={channel_id} />, offered by <PersonName userId={offered_by} />
      </Trans>
    );
  }
  if (channel_id === '') {
    return (
      <Trans>
        Outgoing webhook in all public channels, offered by <PersonName userId={offered_by} />
      </Trans>
    );
  }
  return (
    <Trans>
      Outgoing webhook in <ChannelName id={channel_id} />, offered by <PersonName userId={offered_by} />
    </Trans>
  );
}
