import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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

/** The response to a command, for the person who ran it. */
interface CommandResponse {
  response_type: string;
  text: string;
  trigger_id: string;
}

/** Runs the command as the person, and shows the response. */
export function CommandTest({command}: {command: Command}) {
  const [channelId, setChannelId] = useState('');
  const [text, setText] = useState('test');
  const {trigger} = command;

  async function send(): Promise<CommandResponse> {
    const response = await server.call<CommandResponse>('/commands/execute', {
      method: 'POST',
      body: {
        channel_id: channelId,
        team_id: command.team_id,
        command: `/${trigger} ${text}`.trim(),
      },
    });
    rememberTrigger(response.trigger_id);
    return response;
  }

  return (
    <TestPanel
      text={t`This runs the command as you. Others can see what it posts.`}
      missing={channelId === '' ? t`Choose a channel to run the command in.` : undefined}
      send={send}
      fields={
        <>
          <div className={styles.channel}>
            <ChannelField label={t`Channel`} value={channelId} onChange={setChannelId} />
          </div>
          <div className={styles.text}>
            <TextField
              label={t`Text after /${trigger}`}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        </>
      }
      shown={(response) => <ResponseNotice response={response} />}
    >
      <div>
        <Trans>To call your program as the server does, run:</Trans>
        <CodeBlock language="bash" code={curl(command, text)} />
      </div>
    </TestPanel>
  );
}

function ResponseNotice({response}: {response: CommandResponse}) {
  if (response.text === '') {
    return (
      <Notice kind="success">
        <Trans>Your program responded without a message.</Trans>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="success">
        {response.response_type === 'in_channel'
          ? t`Your program responded. Everyone in the channel can see this:`
          : t`Your program responded. Only you can see this:`}
      </Notice>
      <div className={styles.response}>
        <Markdown text={response.text} />
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
