import type {ServerChannel} from '@mattermost/types/channels';
import type {FileInfo} from '@mattermost/types/files';
import {FileCard} from '../../../components/files/file-card.tsx';
import {JumpLink, useShownPostId} from '../../../components/panels/jump.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {When} from '../../../components/time/when.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import styles from './files-panel.module.css';

interface FoundFileProps {
  file: FileInfo;
  /** Shown if the list has files of several channels. */
  channel?: ServerChannel | undefined;
  onView: () => void;
}

/** A file in a list, with its sender and a link to its message. */
export function FoundFile({file, channel, onView}: FoundFileProps) {
  const isShown = useShownPostId() === file.post_id;
  return (
    <li className={styles.file} aria-current={isShown || undefined}>
      <div className={styles.place}>
        <span className={styles.sender}>
          <PersonName userId={file.user_id} />
        </span>
        {channel && <ChannelOfFile channel={channel} />}
        <When at={file.create_at} />
        <JumpLink className={styles.jump} postId={file.post_id!} />
      </div>
      <FileCard file={file} onView={onView} />
    </li>
  );
}

function ChannelOfFile({channel}: {channel: ServerChannel}) {
  return <bdi className={styles.channel}>{useChannelName(channel)}</bdi>;
}
