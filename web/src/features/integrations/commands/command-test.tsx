import {type FormEvent, useState} from 'react';
import {Button} from '../../../components/button.tsx';
import {ErrorNotice, Notice} from '../../../components/notice.tsx';
import {Panel} from '../../../components/panel.tsx';
import {TextField} from '../../../components/text-field.tsx';
import {errorMessage, server} from '../../../lib/server.ts';
import {rememberTrigger} from '../../dialogs/triggers.ts';
import {CodeBlock} from '../../markdown/code-block.tsx';
import {Markdown} from '../../markdown/markdown.tsx';
import {ChannelField} from '../channel-field.tsx';
import {quoted} from '../shell.ts';
import styles from '../test-form.module.css';
import type {Command} from './commands.ts';

/** What a command answered, for whoever gave it. */
interface Answer {
  response_type: string;
  text: string;
  trigger_id: string;
}

/** Gives the command as a person would, and shows what comes back. */
export function CommandTest({command}: {command: Command}) {
  const [channelId, setChannelId] = useState('');
  const [text, setText] = useState('test');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<string>();

  async function send(event: FormEvent) {
    event.preventDefault();
    setAnswer(undefined);
    setFailure(undefined);
    if (channelId === '') return setFailure('Choose the channel to give the command in.');
    setBusy(true);
    try {
      const answered = await server.call<Answer>('/commands/execute', {
        method: 'POST',
        body: {
          channel_id: channelId,
          team_id: command.team_id,
          command: `/${command.trigger} ${text}`.trim(),
        },
      });
      setAnswer(answered);
      rememberTrigger(answered.trigger_id);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  }

  return (
    <Panel title="Try it" text="The command is really given, in your name. What it posts, others see.">
      <form className={styles.form} onSubmit={(event) => void send(event)}>
        <div className={styles.channel}>
          <ChannelField label="Channel" value={channelId} onChange={setChannelId} />
        </div>
        <div className={styles.text}>
          <TextField
            label={`After /${command.trigger}`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button kind="primary" type="submit" icon="send" busy={busy}>
          Send a test
        </Button>
      </form>
      <div role="status" className={styles.status}>
        {answer && <AnswerOf answer={answer} />}
      </div>
      <ErrorNotice text={failure} />
      <div>
        To call your program as the server does:
        <CodeBlock language="bash" code={curl(command, text)} />
      </div>
    </Panel>
  );
}

function AnswerOf({answer}: {answer: Answer}) {
  if (answer.text === '') return <Notice kind="success">Your program answered, without words.</Notice>;
  return (
    <>
      <Notice kind="success">
        {answer.response_type === 'in_channel'
          ? 'Your program answered, for all in the channel:'
          : 'Your program answered, for you alone:'}
      </Notice>
      <div className={styles.answer}>
        <Markdown text={answer.text} />
      </div>
    </>
  );
}

function curl({method, url, token, trigger}: Command, text: string): string {
  return `curl -i ${method === 'G' ? '--get ' : ''}${quoted(url)} \\
  -H 'Authorization: Token ${token}' \\
  -d token=${token} \\
  --data-urlencode ${quoted(`command=/${trigger}`)} \\
  --data-urlencode ${quoted(`text=${text}`)}`;
}
