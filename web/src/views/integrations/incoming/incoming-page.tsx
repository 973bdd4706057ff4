import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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
  useIncomingDeliveries,
  useIncomingWebhook,
  webhookUrl,
} from '../../../data/integrations/incoming-webhooks.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {byteSize, inUnits} from '../../../lib/numbers.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import styles from '../deliveries.module.css';
import {DeliveryLog} from '../deliveries.tsx';
import {DeletePanel, IntegrationPage} from '../integration-page.tsx';
import {OverlapDialog} from '../overlap-dialog.tsx';
import {ChannelName, PostLink} from '../references.tsx';
import {SigningPanel} from '../signing-panel.tsx';
import {WebhookOwnerPanel} from '../webhook-owner.tsx';
import {IncomingForm} from './incoming-form.tsx';
import {IncomingTest} from './incoming-test.tsx';

/** An incoming webhook: its URL, a test and its recent requests. */
export function IncomingPage() {
  const {id = ''} = useParams();
  const query = useIncomingWebhook(id);
  return (
    <IntegrationPage
      section="incoming"
      query={query}
      getName={({display_name}) => display_name || t`Unnamed webhook`}
      form={(hook, onClose) => (
        <IncomingForm hook={hook} onClose={onClose} onSaved={() => showSuccess(t`Webhook saved.`)} />
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
  const [isRegenerating, setRegenerating] = useState(false);
  return (
    <>
      <Panel title={t`About`} text={hook.description || undefined}>
        <Facts
          facts={[
            {
              term: t`Channel`,
              value: (
                <>
                  <ChannelName id={hook.channel_id} linked /> {hook.channel_locked && <Tag>{t`LOCKED`}</Tag>}
                </>
              ),
            },
            {term: t`Owner`, value: <PersonName userId={hook.user_id} />},
            {term: t`Created`, value: dates.date(hook.create_at)},
            ...(hook.username ? [{term: t`Username`, value: hook.username}] : []),
          ]}
        />
      </Panel>
      {hook.key_hidden ? (
        <Panel
          title={t`URL`}
          text={t`Only the owner and system administrators can see the URL of this webhook.`}
        />
      ) : (
        <>
          <Panel
            title={t`URL`}
            text={t`Anyone who knows the URL can post. Keep it secret, like a password.`}
            actions={
              <Button icon="key" onPress={() => setRegenerating(true)}>
                <Trans>Regenerate URL</Trans>
              </Button>
            }
          >
            <CopyField label={t`URL`} value={webhookUrl(hook)} secret />
          </Panel>
          <IncomingTest hook={hook} />
        </>
      )}
      <IncomingLog hook={hook} />
      {!hook.key_hidden && (
        <SigningPanel
          path={`/hooks/incoming/${hook.id}`}
          signed={hook.signed}
          text={t`Require requests to be signed with a secret, so that a leaked URL is useless.`}
          turnOffText={t`Anyone who knows the URL can post again.`}
          onChanged={() => refreshIncoming(hook)}
        />
      )}
      <WebhookOwnerPanel
        section="incoming"
        hook={hook}
        ownerId={hook.user_id}
        text={t`The webhook posts as its owner, in channels where the owner can post.`}
        onTransferred={() => refreshIncoming(hook)}
      />
      <DeletePanel
        section="incoming"
        name={hook.display_name || t`Unnamed webhook`}
        label={t`Delete webhook`}
        consequence={t`Requests to its URL are rejected. Its messages remain.`}
        onDelete={() => deleteIncoming(hook)}
      />
      {isRegenerating && (
        <OverlapDialog
          title={t`Regenerate URL`}
          label={t`Old URL`}
          confirmLabel={t`Regenerate URL`}
          onClose={() => setRegenerating(false)}
          onConfirm={async (overlap) => {
            const regenerated = await regenerateKey(hook, overlap);
            showSuccess(t`URL regenerated.`);
            navigate(integrationsPath(team.name, 'incoming', regenerated.id), {replace: true});
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
      title={t`Recent requests`}
      text={t`The last 30 requests. Contents aren't stored.`}
      none={t`No requests yet.`}
      list={list}
      result={({status}) => <Tag kind={status < 300 ? 'good' : 'bad'}>{String(status)}</Tag>}
      details={({status, error, post_id, size, duration_ms}) => (
        <>
          {status < 300 ? <PostLink postId={post_id}>{t`Message`}</PostLink> : <bdi>{error}</bdi>}{' '}
          <small className={styles.figures}>
            {byteSize(size)} · {inUnits(duration_ms, 'millisecond')}
          </small>
        </>
      )}
    />
  );
}
