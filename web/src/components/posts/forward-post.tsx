import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {channelName} from '../../data/channels/channel-names.ts';
import {useChannel, useChannels} from '../../data/channels/channels.ts';
import {messageOf} from '../../data/posts/system-messages.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {excerpt} from '../../lib/markdown/parse.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {tellDone} from '../../lib/toasts.ts';
import {ChannelIcon} from '../channels/channel-icon.tsx';
import {Chooser} from '../ui/chooser.tsx';
import {TextArea} from '../ui/field.tsx';
import {FormDialog} from '../ui/form-dialog.tsx';
import {PickerField} from '../ui/picker-field.tsx';
import styles from './forward-post.module.css';

/** The most channels shown. Typing narrows them down. */
const MOST = 30;

/**
 * Sends a link to a message to another channel or person, with an optional comment. The link shows the message only to
 * readers who have access to it.
 */
export default function ForwardDialog({post, onClose}: {post: Post; onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const from = useChannel(post.channel_id);
  const [target, setTarget] = useState<ServerChannel>();
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function forward() {
    if (!target) return setMissing(true);
    setBusy(true);
    setFailure(undefined);
    try {
      const link = `${window.location.origin}/${team.name}/pl/${post.id}`;
      const message = [comment.trim(), link].filter(Boolean).join('\n');
      await server.createPost({channel_id: target.id, message} as Post);
      const name = channelName(target, me);
      tellDone(t`Forwarded to ${name}`);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={t`Forward message`}
      submitLabel={t`Forward`}
      busy={busy}
      failure={failure}
      onSubmit={(event) => {
        event.preventDefault();
        void forward();
      }}
      onClose={onClose}
    >
      <PickerField
        label={t`Channel or person`}
        required
        autoFocus
        chosen={target ? channelName(target, me) : null}
        error={missing && !target ? t`Select a channel or a person.` : undefined}
      >
        {(close) => (
          <Targets
            onChoose={(channel) => {
              setTarget(channel);
              close();
            }}
          />
        )}
      </PickerField>
      <TextArea
        label={t`Comment`}
        rows={2}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <blockquote className={styles.quote}>{excerpt(messageOf(post)) || t`Message without text`}</blockquote>
      {from && from.type !== 'O' && (
        <p className={styles.hint}>
          <Trans>Only people who have access to the original channel can read the message.</Trans>
        </p>
      )}
    </FormDialog>
  );
}

function Targets({onChoose}: {onChoose: (channel: ServerChannel) => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const [query, setQuery] = useState('');
  const term = query.trim().toLowerCase();
  const channels = Object.values(useChannels())
    .filter(({team_id, delete_at}) => (team_id === team.id || team_id === '') && delete_at === 0)
    .filter((channel) => channelName(channel, me).toLowerCase().includes(term))
    .sort((one, other) => other.last_post_at - one.last_post_at);
  return (
    <Chooser
      label={t`Channel or person`}
      placeholder={t`Search`}
      items={channels.slice(0, MOST)}
      keyOf={({id}) => id}
      query={query}
      onQuery={setQuery}
      steady
      none={t`No matches.`}
      onChoose={onChoose}
      render={(channel) => (
        <>
          <ChannelIcon channel={channel} /> {channelName(channel, me)}
        </>
      )}
    />
  );
}
