import {useState} from 'react';
import {useNavigate, useParams} from 'react-router';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {PersonName} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {CopyField} from '../../../components/ui/copy.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  deleteIncoming,
  type IncomingWebhook,
  refreshIncoming,
  regenerateKey,
  urlOf,
  useIncomingDeliveries,
  useIncomingWebhook,
} from '../../../data/integrations/incoming-webhooks.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {tellDone} from '../../../lib/toasts.ts';
import {DeliveryLog} from '../deliveries.tsx';
import {DeletePanel, IntegrationPage} from '../integration-page.tsx';
import {OverlapDialog} from '../overlap-dialog.tsx';
import {ChannelName, PostLink} from '../references.tsx';
import {SigningPanel} from '../signing-panel.tsx';
import {WebhookOwnerPanel} from '../webhook-owner.tsx';
import {IncomingForm} from './incoming-form.tsx';
import {IncomingTest} from './incoming-test.tsx';

/** An incoming webhook: its address, a test, and what it has received. */
export function IncomingPage() {
  const {id = ''} = useParams();
  const query = useIncomingWebhook(id);
  return (
    <IntegrationPage
      section="incoming"
      query={query}
      nameOf={({display_name}) => display_name || 'Incoming webhook'}
      form={(hook, onClose) => (
        <IncomingForm hook={hook} onClose={onClose} onSaved={() => tellDone('The webhook was changed.')} />
      )}
    >
      {(hook) => <Panels key={hook.id} hook={hook} />}
    </IntegrationPage>
  );
}

function Panels({hook}: {hook: IncomingWebhook}) {
  const dates = useDates();
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const [isRenewing, setRenewing] = useState(false);
  return (
    <>
      <Panel title="About" text={hook.description || undefined}>
        <Facts
          facts={[
            {
              term: 'Channel',
              value: (
                <>
                  <ChannelName id={hook.channel_id} linked /> {hook.channel_locked && <Tag>LOCKED</Tag>}
                </>
              ),
            },
            {term: 'Owner', value: <PersonName userId={hook.user_id} />},
            {term: 'Since', value: dates.date(hook.create_at)},
            ...(hook.username ? [{term: 'Posts as', value: hook.username}] : []),
          ]}
        />
      </Panel>
      {hook.key_hidden ? (
        <Panel
          title="Address"
          text="Only the owner and system administrators can see the URL of this webhook."
        />
      ) : (
        <>
          <Panel
            title="Address"
            text="Whoever knows it can post. Keep it like a password."
            actions={
              <Button icon="key" onPress={() => setRenewing(true)}>
                New address
              </Button>
            }
          >
            <CopyField label="Address" value={urlOf(hook)} secret />
          </Panel>
          <IncomingTest hook={hook} />
        </>
      )}
      <IncomingLog hook={hook} />
      {!hook.key_hidden && (
        <SigningPanel
          path={`/hooks/incoming/${hook.id}`}
          signed={hook.signed}
          text="With a secret that only your program and this server know, a leaked address is of no use."
          dropText="Whoever knows the address can post again."
          onChanged={() => refreshIncoming(hook)}
        />
      )}
      <WebhookOwnerPanel
        section="incoming"
        hook={hook}
        ownerId={hook.user_id}
        text="It posts in its owner’s name, in channels where the owner may post."
        onTransferred={() => refreshIncoming(hook)}
      />
      <DeletePanel
        section="incoming"
        name={hook.display_name || 'the webhook'}
        consequence="Programs that send to its address are refused from then on. Its messages stay."
        onDelete={() => deleteIncoming(hook)}
      />
      {isRenewing && (
        <OverlapDialog
          title="Make a new address"
          label="The old address"
          confirmLabel="Make a new address"
          onClose={() => setRenewing(false)}
          onConfirm={async (overlap) => {
            const renewed = await regenerateKey(hook, overlap);
            tellDone('The webhook has a new address.');
            navigate(integrationsPath(team.name, 'incoming', renewed.id), {replace: true});
          }}
        />
      )}
    </>
  );
}

function IncomingLog({hook}: {hook: IncomingWebhook}) {
  const list = useIncomingDeliveries(hook.id);
  return (
    <DeliveryLog
      title="Received"
      text="The last requests, without their words: the newest thirty of a hundred that are kept."
      none="Nothing has come in yet."
      list={list}
      result={({status}) => <Tag kind={status < 300 ? 'good' : 'bad'}>{String(status)}</Tag>}
      details={({status, error, post_id, size, duration_ms}) => (
        <>
          {status < 300 ? <PostLink postId={post_id} /> : error}{' '}
          <small>
            {byteSize(size)}, {duration_ms} ms
          </small>
        </>
      )}
    />
  );
}
