import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {channelName} from '../../../data/channels/channel-names.ts';
import {useChannel} from '../../../data/channels/channels.ts';
import {displayedMessage} from '../../../data/posts/system-messages.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {renderExcerpt} from '../../markdown/excerpt.tsx';
import {TextArea} from '../../ui/field.tsx';
import {ChannelDialog} from '../channel-dialog.tsx';
import styles from './forward-post.module.css';

/**
 * Sends a link to a message to another channel or person, with an optional comment. The link shows the message only to
 * readers who have access to it.
 */
export default function ForwardDialog({post, onClose}: {post: Post; onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const from = useChannel(post.channel_id);
  const [comment, setComment] = useState('');

  async function forward(target: ServerChannel) {
    const link = `${window.location.origin}/${team.name}/pl/${post.id}`;
    const message = [comment.trim(), link].filter(Boolean).join('\n');
    await server.createPost({channel_id: target.id, message} as Post);
    const name = channelName(target, me);
    showSuccess(t`Forwarded to ${name}`);
  }

  return (
    <ChannelDialog
      title={t`Forward message`}
      submitLabel={t`Forward`}
      label={t`Channel or person`}
      missing={t`Select a channel or a person.`}
      teams={[team]}
      onSubmit={forward}
      onClose={onClose}
      isChanged={comment !== ''}
    >
      <TextArea
        label={t`Comment`}
        rows={2}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <blockquote className={styles.quote} dir="auto">
        {renderExcerpt(displayedMessage(post)) ?? t`Message without text`}
      </blockquote>
      {from && from.type !== 'O' && (
        <p className={styles.hint}>
          <Trans>Only people who have access to the original channel can read the message.</Trans>
        </p>
      )}
    </ChannelDialog>
  );
}
