import {useState} from 'react';
import {useNavigate, useParams} from 'react-router';
import {Button} from '../../../components/button.tsx';
import {CopyField} from '../../../components/copy.tsx';
import {Facts, Panel} from '../../../components/panel.tsx';
import {Tag} from '../../../components/tag.tsx';
import {tellDone} from '../../../components/toast.tsx';
import {byteSize} from '../../../lib/sizes.ts';
import {useDates} from '../../../lib/use-dates.ts';
import {PersonName} from '../../people/person-name.tsx';
import {useCurrentTeam} from '../../teams/teams.ts';
import {ChannelName} from '../channel-name.tsx';
import {DeliveryLog} from '../deliveries.tsx';
import {DeletePanel, IntegrationPage} from '../integration-page.tsx';
import {OverlapDialog} from '../overlap-dialog.tsx';
import {PostLink} from '../post-link.tsx';
import {integrationsPath} from '../sections.ts';
import {SigningPanel} from '../signing-panel.tsx';
import {WebhookOwnerPanel} from '../webhook-owner.tsx';
import {IncomingForm} from './incoming-form.tsx';
import {IncomingTest} from './incoming-test.tsx';
import {
  addressOf,
  deleteIncoming,
  type IncomingWebhook,
  refreshIncoming,
  renewKey,
  useIncomingDeliveries,
  useIncomingWebhook,
} from './incoming-webhooks.ts';

/** An incoming webhook: its address, a test, and what it has received. */
export function IncomingPage() {
  const {id = ''} = useParams();
  const query = useIncomingWebhook(id);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <IntegrationPage
        section="incoming"
        query={query}
        nameOf={({display_name}) => display_name || 'Incoming webhook'}
        onEdit={() => setEditing(true)}
      >
        {(hook) => <Panels key={hook.id} hook={hook} />}
      </IntegrationPage>
      {isEditing && query.data && (
        <IncomingForm
          hook={query.data}
          onClose={() => setEditing(false)}
          onSaved={() => tellDone('The webhook was changed.')}
        />
      )}
    </>
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
      <Panel
        title="Address"
        text="Whoever knows it can post. Keep it like a password."
        actions={
          <Button icon="key" onPress={() => setRenewing(true)}>
            New address
          </Button>
        }
      >
        <CopyField label="Address" value={addressOf(hook)} secret />
      </Panel>
      <IncomingTest hook={hook} />
      <IncomingLog hook={hook} />
      <SigningPanel
        path={`/hooks/incoming/${hook.id}`}
        signed={hook.signed}
        text="With a secret that only your program and this server know, a leaked address is of no use."
        dropText="Whoever knows the address can post again."
        onChanged={() => refreshIncoming(hook)}
      />
      <WebhookOwnerPanel
        section="incoming"
        hook={hook}
        ownerId={hook.user_id}
        text="It posts where its owner may, and nowhere else."
        onGiven={() => refreshIncoming(hook)}
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
            const renewed = await renewKey(hook, overlap);
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
