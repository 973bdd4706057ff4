import {useState} from 'react';
import {TextField} from '../../../components/ui/field.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {type OutgoingWebhook, refreshOutgoing} from '../../../data/integrations/outgoing-webhooks.ts';
import {server} from '../../../lib/server.ts';
import {ChannelField} from '../channel-field.tsx';
import {PostLink} from '../references.tsx';
import styles from '../test-panel.module.css';
import {TestPanel} from '../test-panel.tsx';

/** Posts a message that sets the webhook off. */
export function OutgoingTest({hook}: {hook: OutgoingWebhook}) {
  const [chosenId, setChosenId] = useState('');
  const [text, setText] = useState(`${hook.trigger_words?.[0] ?? ''} test`.trim());
  const channelId = hook.channel_id || chosenId;
  return (
    <TestPanel
      text="This posts a message in your name, for all to see in the channel, which sets the webhook off."
      missing={channelId === '' ? 'Choose a channel to write the message in.' : undefined}
      send={() =>
        server.createPost({channel_id: channelId, message: text}).finally(() => refreshOutgoing(hook))
      }
      fields={
        <>
          {hook.channel_id === '' && (
            <div className={styles.channel}>
              <ChannelField label="Channel" publicOnly value={chosenId} onChange={setChosenId} />
            </div>
          )}
          <div className={styles.text}>
            <TextField label="Message" value={text} onChange={(event) => setText(event.target.value)} />
          </div>
        </>
      }
      shown={({id}) => (
        <Notice kind="success">
          <PostLink postId={id}>The message</PostLink> is posted. What your program said of it is below, under
          Sent.
        </Notice>
      )}
    />
  );
}
