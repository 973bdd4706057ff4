import {useState} from 'react';
import {CodeBlock} from '../../../components/markdown/code-block.tsx';
import {Markdown} from '../../../components/markdown/markdown.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {rememberTrigger} from '../../../data/dialogs/triggers.ts';
import type {Command} from '../../../data/integrations/commands.ts';
import {server} from '../../../lib/server.ts';
import {ChannelField} from '../channel-field.tsx';
import styles from '../test-panel.module.css';
import {quoted, TestPanel} from '../test-panel.tsx';

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

  async function send(): Promise<Answer> {
    const answer = await server.call<Answer>('/commands/execute', {
      method: 'POST',
      body: {
        channel_id: channelId,
        team_id: command.team_id,
        command: `/${command.trigger} ${text}`.trim(),
      },
    });
    rememberTrigger(answer.trigger_id);
    return answer;
  }

  return (
    <TestPanel
      text="The command is really given, in your name. What it posts, others see."
      missing={channelId === '' ? 'Choose the channel to give the command in.' : undefined}
      send={send}
      fields={
        <>
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
        </>
      }
      shown={(answer) => <AnswerOf answer={answer} />}
    >
      <div>
        To call your program as the server does:
        <CodeBlock language="bash" code={curl(command, text)} />
      </div>
    </TestPanel>
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
