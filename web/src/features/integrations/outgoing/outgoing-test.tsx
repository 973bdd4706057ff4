import {type FormEvent, useState} from 'react';
import {Button} from '../../../components/button.tsx';
import {ErrorNotice, Notice} from '../../../components/notice.tsx';
import {Panel} from '../../../components/panel.tsx';
import {TextField} from '../../../components/text-field.tsx';
import {errorMessage, server} from '../../../lib/server.ts';
import {ChannelField} from '../channel-field.tsx';
import {PostLink} from '../post-link.tsx';
import styles from '../test-form.module.css';
import {type OutgoingWebhook, refreshOutgoing} from './outgoing-webhooks.ts';

/** Posts a message that sets the webhook off. */
export function OutgoingTest({hook}: {hook: OutgoingWebhook}) {
  const [channelId, setChannelId] = useState(hook.channel_id);
  const [text, setText] = useState(`${hook.trigger_words?.[0] ?? ''} test`.trim());
  const [busy, setBusy] = useState(false);
  const [postId, setPostId] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function send(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    setPostId(undefined);
    if (channelId === '') return setFailure('Choose a channel to write the message in.');
    setBusy(true);
    try {
      const post = await server.createPost({channel_id: channelId, message: text});
      setPostId(post.id);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
    await refreshOutgoing(hook);
  }

  return (
    <Panel
      title="Try it"
      text="This posts a message in your name, for all to see in the channel, which sets the webhook off."
    >
      <form className={styles.form} onSubmit={(event) => void send(event)}>
        {hook.channel_id === '' && (
          <div className={styles.channel}>
            <ChannelField label="Channel" publicOnly value={channelId} onChange={setChannelId} />
          </div>
        )}
        <div className={styles.text}>
          <TextField label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        </div>
        <Button kind="primary" type="submit" icon="send" busy={busy}>
          Send a test
        </Button>
      </form>
      <div role="status" className={styles.status}>
        {postId !== undefined && (
          <Notice kind="success">
            <PostLink postId={postId}>The message</PostLink> is posted. What your program said of it is below,
            under Sent.
          </Notice>
        )}
      </div>
      <ErrorNotice text={failure} />
    </Panel>
  );
}
