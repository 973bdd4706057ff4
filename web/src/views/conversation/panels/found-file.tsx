import type {ServerChannel} from '@mattermost/types/channels';
import {FileCard} from '../../../components/files/file-card.tsx';
import {JumpLink, useShownPostId} from '../../../components/panels/jump.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {When} from '../../../components/time/when.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {useHomeTeam} from '../../../data/channels/home-team.ts';
import type {FoundFile as FoundFileInfo} from '../../../data/files/found-files.ts';
import {CurrentTeamProvider} from '../../../data/teams/teams.ts';
import styles from './files-panel.module.css';

interface FoundFileProps {
  file: FoundFileInfo;
  /** Shown if the list has files of several channels. */
  channel?: ServerChannel | undefined;
  /** Whether the list can have files of other teams than the open one. */
  withTeam?: boolean | undefined;
  onView: () => void;
}

/** A file in a list, with its sender, a link to its message, and the part of its text that was found. */
export function FoundFile({file, channel, withTeam, onView}: FoundFileProps) {
  const team = useHomeTeam(file.channel_id);
  const isShown = useShownPostId() === file.post_id;
  return (
    <li className={styles.file} aria-current={isShown || undefined}>
      <div className={styles.place}>
        <span className={styles.sender}>
          <PersonName userId={file.user_id} />
        </span>
        {channel && <ChannelOfFile channel={channel} />}
        {withTeam && team.id === channel?.team_id && <bdi className={styles.team}>{team.display_name}</bdi>}
        <When at={file.create_at} />
        <CurrentTeamProvider value={team}>
          <JumpLink className={styles.jump} postId={file.post_id!} />
        </CurrentTeamProvider>
      </div>
      <FileCard file={file} onView={onView} />
      {file.excerpt && (
        <p className={styles.excerpt} dir="auto">
          {file.excerpt}
        </p>
      )}
    </li>
  );
}

function ChannelOfFile({channel}: {channel: ServerChannel}) {
  return <bdi className={styles.channel}>{useChannelName(channel)}</bdi>;
}
