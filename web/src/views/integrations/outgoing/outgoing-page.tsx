import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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
import {isolate} from '../../../lib/isolate.ts';
import {inUnits, list} from '../../../lib/numbers.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showError, showSuccess} from '../../../lib/toasts.ts';
import {DeliveryLog} from '../deliveries.tsx';
import {DeletePanel, IntegrationPage} from '../integration-page.tsx';
import {ChannelName, PostLink} from '../references.tsx';
import {TokenPanel} from '../secrets.tsx';
import {SigningPanel} from '../signing-panel.tsx';
import {WebhookOwnerPanel} from '../webhook-owner.tsx';
import {OutgoingForm} from './outgoing-form.tsx';
import {OutgoingTest} from './outgoing-test.tsx';

/** An outgoing webhook: its settings, a test and its recent deliveries. */
export function OutgoingPage() {
  const {id = ''} = useParams();
  const query = useOutgoingWebhook(id);
  return (
    <IntegrationPage
      section="outgoing"
      query={query}
      getName={({display_name}) => display_name || t`Unnamed webhook`}
      form={(hook, onClose) => (
        <OutgoingForm hook={hook} onClose={onClose} onSaved={() => showSuccess(t`Webhook saved.`)} />
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
      {hook.disabled_at > 0 && <DisabledPanel hook={hook} />}
      <Panel title={t`About`} text={hook.description || undefined}>
        <Facts
          facts={[
            {
              term: t`Channel`,
              value: hook.channel_id ? <ChannelName id={hook.channel_id} linked /> : t`All public channels`,
            },
            {
              term: t`Trigger words`,
              value: hook.trigger_words?.length > 0 ? list(hook.trigger_words) : t`None (every message)`,
            },
            {
              term: t`Trigger when`,
              value:
                hook.trigger_when === 1
                  ? t`The message starts with a trigger word`
                  : t`The first word is a trigger word`,
            },
            {
              term: t`Callback URLs`,
              value: hook.callback_urls.map((url) => <div key={url}>{url}</div>),
            },
            {
              term: t`Content type`,
              value:
                hook.content_type === 'application/json'
                  ? 'JSON'
                  : t({message: 'Form', comment: 'Content type of a request: form data'}),
            },
            {term: t`Owner`, value: <PersonName userId={hook.creator_id} />},
            {term: t`Created`, value: dates.date(hook.create_at)},
          ]}
        />
      </Panel>
      <OutgoingTest hook={hook} />
      <OutgoingLog hook={hook} />
      <TokenPanel
        token={hook.token}
        onRegenerate={async () => {
          await server.regenOutgoingHookToken(hook.id);
          await refreshOutgoing(hook);
        }}
      />
      <SigningPanel
        path={`/hooks/outgoing/${hook.id}`}
        signed={hook.signed}
        text={t`More secure than the token: your program can verify that a request wasn't changed.`}
        turnOffText={t`Requests are no longer signed.`}
        onChanged={() => refreshOutgoing(hook)}
      />
      <WebhookOwnerPanel
        section="outgoing"
        hook={hook}
        ownerId={hook.creator_id}
        text={t`Responses of your program are posted as the owner. If deliveries keep failing, the owner gets a message.`}
        onTransferred={() => refreshOutgoing(hook)}
      />
      <DeletePanel
        section="outgoing"
        name={hook.display_name || t`Unnamed webhook`}
        label={t`Delete webhook`}
        consequence={t`Your program no longer receives messages. Pending deliveries are canceled.`}
        onDelete={() => deleteOutgoing(hook)}
      />
    </>
  );
}

function DisabledPanel({hook}: {hook: OutgoingWebhook}) {
  const date = useDates().dateTime(hook.disabled_at);
  const [busy, setBusy] = useState(false);
  async function enable() {
    setBusy(true);
    await enableOutgoing(hook).catch((error: unknown) => showError(errorMessage(error)));
    setBusy(false);
  }
  return (
    <Panel
      title={t`Disabled`}
      actions={
        <Button kind="primary" busy={busy} onPress={() => void enable()}>
          <Trans>Enable</Trans>
        </Button>
      }
    >
      <Notice kind="warning">
        <Trans>
          The server disabled this webhook on {date}, because every delivery failed for a day. Nothing is sent
          until you enable it.
        </Trans>
      </Notice>
    </Panel>
  );
}

const STATUSES: Record<
  OutgoingDelivery['status'],
  {label: MessageDescriptor; kind: 'good' | 'bad' | 'warn'}
> = {
  delivered: {label: msg`DELIVERED`, kind: 'good'},
  waiting: {label: msg`PENDING`, kind: 'warn'},
  failed: {label: msg`FAILED`, kind: 'bad'},
};

function OutgoingLog({hook}: {hook: OutgoingWebhook}) {
  const list = useOutgoingDeliveries(hook.id);
  const [busyId, setBusyId] = useState<string>();
  async function sendAgain(id: string) {
    setBusyId(id);
    await redeliver(hook, id).catch((error: unknown) => showError(errorMessage(error)));
    setBusyId(undefined);
  }
  return (
    <DeliveryLog
      title={t`Recent deliveries`}
      text={t`Deliveries from the last 7 days, and pending ones.`}
      none={t`No deliveries yet.`}
      list={list}
      result={({status}) => <Tag kind={STATUSES[status].kind}>{i18n._(STATUSES[status].label)}</Tag>}
      details={(delivery) => <DeliveryDetails delivery={delivery} />}
      action={({id, status}) =>
        status === 'waiting' ? null : (
          <Button size="small" busy={busyId === id} onPress={() => void sendAgain(id)}>
            <Trans>Redeliver</Trans>
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
  const duration = inUnits(duration_ms, 'millisecond');
  const nextAttempt = dates.dateTime(next_attempt_at);
  return (
    <>
      <Trans>
        <PostLink postId={delivery.post_id}>Message</PostLink> to {callback_url}
      </Trans>
      <div>
        <small>
          {joinSentences([
            http_status > 0 && t`HTTP ${http_status} in ${duration}.`,
            isolate(error),
            attempts > 1 && plural(attempts, {one: '# attempt.', other: '# attempts.'}),
            status === 'waiting' && (wasTried ? t`Next attempt: ${nextAttempt}.` : t`Sending…`),
          ])}
          {delivery.reply_post_id && (
            <>
              {' '}
              <PostLink postId={delivery.reply_post_id}>{t`Response`}</PostLink>
            </>
          )}
        </small>
      </div>
    </>
  );
}
