import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {TextField} from '../../../components/ui/field.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {type OutgoingWebhook, refreshOutgoing} from '../../../data/integrations/outgoing-webhooks.ts';
import {server} from '../../../lib/server.ts';
import {ChannelField} from '../channel-field.tsx';
import {PostLink} from '../references.tsx';
import styles from '../test-panel.module.css';
import {TestPanel} from '../test-panel.tsx';

/** Posts a message that triggers the webhook. */
export function OutgoingTest({hook}: {hook: OutgoingWebhook}) {
  const [chosenId, setChosenId] = useState('');
  const [text, setText] = useState(`${hook.trigger_words?.[0] ?? ''} test`.trim());
  const channelId = hook.channel_id || chosenId;
  return (
    <TestPanel
      text={t`This posts a message as you, which triggers the webhook. Everyone in the channel can see it.`}
      missing={channelId === '' ? t`Choose a channel to post in.` : undefined}
      send={() =>
        server.createPost({channel_id: channelId, message: text}).finally(() => refreshOutgoing(hook))
      }
      fields={
        <>
          {hook.channel_id === '' && (
            <div className={styles.channel}>
              <ChannelField label={t`Channel`} publicOnly value={chosenId} onChange={setChosenId} />
            </div>
          )}
          <div className={styles.text}>
            <TextField label={t`Message`} value={text} onChange={(event) => setText(event.target.value)} />
          </div>
        </>
      }
      shown={({id}) => (
        <Notice kind="success">
          <Trans>
            <PostLink postId={id}>Message</PostLink> posted. The response of your program appears under Recent
            deliveries.
          </Trans>
        </Notice>
      )}
    />
  );
}
