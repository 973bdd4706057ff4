import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {ChannelDialog} from '../channel-dialog.tsx';

/** Moves the thread of a message to another channel of the team. */
export default function MoveThreadDialog({post, onClose}: {post: Post; onClose: () => void}) {
  const team = useCurrentTeam();

  async function move(target: ServerChannel) {
    await server.moveThread(post.id, target.id);
    const name = target.display_name;
    showSuccess(t`Thread moved to ${name}`);
  }

  return (
    <ChannelDialog
      title={t`Move thread`}
      submitLabel={t`Move`}
      label={t`Channel`}
      missing={t`Select a channel.`}
      teams={[team]}
      withoutDirect
      exceptId={post.channel_id}
      intro={
        <p>
          <Trans>
            The thread moves to the other channel with its files and reactions. Members of both channels see a
            notice, and links to its messages stop working.
          </Trans>
        </p>
      }
      onSubmit={move}
      onClose={onClose}
    />
  );
}
