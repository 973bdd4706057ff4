import {useState} from 'react';
import {useParams} from 'react-router';
import {PersonName} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  deleteOutgoing,
  enableOutgoing,
  type OutgoingDelivery,
  type OutgoingWebhook,
  redeliver,
  refreshOutgoing,
  useOutgoingDeliveries,
  useOutgoingWebhook,
} from '../../../data/integrations/outgoing-webhooks.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {tellDone, tellError} from '../../../lib/toasts.ts';
import {DeliveryLog} from '../deliveries.tsx';
import {DeletePanel, IntegrationPage} from '../integration-page.tsx';
import {ChannelName, PostLink} from '../references.tsx';
import {TokenPanel} from '../secrets.tsx';
import {SigningPanel} from '../signing-panel.tsx';
import {WebhookOwnerPanel} from '../webhook-owner.tsx';
import {OutgoingForm} from './outgoing-form.tsx';
import {OutgoingTest} from './outgoing-test.tsx';

/** An outgoing webhook: what sets it off, a test, and what it has sent. */
export function OutgoingPage() {
  const {id = ''} = useParams();
  const query = useOutgoingWebhook(id);
  return (
    <IntegrationPage
      section="outgoing"
      query={query}
      nameOf={({display_name}) => display_name || 'Outgoing webhook'}
      form={(hook, onClose) => (
        <OutgoingForm hook={hook} onClose={onClose} onSaved={() => tellDone('The webhook was changed.')} />
      )}
    >
      {(hook) => <Panels key={hook.id} hook={hook} />}
    </IntegrationPage>
  );
}

function Panels({hook}: {hook: OutgoingWebhook}) {
  const dates = useDates();
  return (
    <>
      {hook.disabled_at > 0 && <SwitchedOff hook={hook} />}
      <Panel title="About" text={hook.description || undefined}>
        <Facts
          facts={[
            {
              term: 'Listens to',
              value: hook.channel_id ? <ChannelName id={hook.channel_id} linked /> : 'all public channels',
            },
            {
              term: hook.trigger_when === 1 ? 'Messages that begin with' : 'Messages whose first word is',
              value: hook.trigger_words?.length > 0 ? hook.trigger_words.join(', ') : 'anything',
            },
            {
              term: 'Calls',
              value: hook.callback_urls.map((url) => <div key={url}>{url}</div>),
            },
            {term: 'With', value: hook.content_type === 'application/json' ? 'JSON' : 'a form'},
            {term: 'Owner', value: <PersonName userId={hook.creator_id} />},
            {term: 'Since', value: dates.date(hook.create_at)},
          ]}
        />
      </Panel>
      <OutgoingTest hook={hook} />
      <OutgoingLog hook={hook} />
      <TokenPanel
        token={hook.token}
        onRenew={async () => {
          await server.regenOutgoingHookToken(hook.id);
          await refreshOutgoing(hook);
        }}
      />
      <SigningPanel
        path={`/hooks/outgoing/${hook.id}`}
        signed={hook.signed}
        text="Better than the token: with a secret, your program can tell that nobody has changed a request."
        dropText="Requests come without a signature from then on."
        onChanged={() => refreshOutgoing(hook)}
      />
      <WebhookOwnerPanel
        section="outgoing"
        hook={hook}
        ownerId={hook.creator_id}
        text="Its owner posts what your program answers, and hears of it when nothing arrives any more."
        onTransferred={() => refreshOutgoing(hook)}
      />
      <DeletePanel
        section="outgoing"
        name={hook.display_name || 'the webhook'}
        consequence="Your program hears nothing any more, not even what waits to be delivered."
        onDelete={() => deleteOutgoing(hook)}
      />
    </>
  );
}

function SwitchedOff({hook}: {hook: OutgoingWebhook}) {
  const dates = useDates();
  const [busy, setBusy] = useState(false);
  async function enable() {
    setBusy(true);
    await enableOutgoing(hook).catch((error: unknown) => tellError(errorMessage(error)));
    setBusy(false);
  }
  return (
    <Panel
      title="Switched off"
      actions={
        <Button kind="primary" busy={busy} onPress={() => void enable()}>
          Switch it on again
        </Button>
      }
    >
      <Notice kind="warning">
        Every attempt had failed for a day, so the server switched it off on{' '}
        {dates.dateTime(hook.disabled_at)}. Nothing is sent until you switch it on again.
      </Notice>
    </Panel>
  );
}

const RESULTS: Record<OutgoingDelivery['status'], {word: string; kind: 'good' | 'bad' | 'warn'}> = {
  delivered: {word: 'DELIVERED', kind: 'good'},
  waiting: {word: 'WAITING', kind: 'warn'},
  failed: {word: 'FAILED', kind: 'bad'},
};

function OutgoingLog({hook}: {hook: OutgoingWebhook}) {
  const list = useOutgoingDeliveries(hook.id);
  const [busyId, setBusyId] = useState<string>();
  async function again(id: string) {
    setBusyId(id);
    await redeliver(hook, id).catch((error: unknown) => tellError(errorMessage(error)));
    setBusyId(undefined);
  }
  return (
    <DeliveryLog
      title="Sent"
      text="What it has delivered in the last week, and what waits for another attempt."
      none="Nothing has set it off yet."
      list={list}
      result={({status}) => <Tag kind={RESULTS[status].kind}>{RESULTS[status].word}</Tag>}
      details={(delivery) => <DeliveryDetails delivery={delivery} />}
      action={({id, status}) =>
        status === 'waiting' ? null : (
          <Button size="small" busy={busyId === id} onPress={() => void again(id)}>
            Send again
          </Button>
        )
      }
    />
  );
}

function DeliveryDetails({delivery}: {delivery: OutgoingDelivery}) {
  const dates = useDates();
  const {callback_url, http_status, duration_ms, error, attempts, status, next_attempt_at} = delivery;
  const wasTried = http_status > 0 || error !== '';
  return (
    <>
      <PostLink postId={delivery.post_id}>The message</PostLink> to {callback_url}
      <div>
        <small>
          {[
            http_status > 0 && `Status ${http_status} in ${duration_ms} ms.`,
            error,
            attempts > 1 && `${attempts} attempts.`,
            status === 'waiting' &&
              (wasTried ? `Next: ${dates.dateTime(next_attempt_at)}.` : 'It is on its way.'),
          ]
            .filter(Boolean)
            .join(' ')}
          {delivery.reply_post_id && (
            <>
              {' '}
              <PostLink postId={delivery.reply_post_id}>Its answer</PostLink>
            </>
          )}
        </small>
      </div>
    </>
  );
}
