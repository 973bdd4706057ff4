import {Link} from 'react-router';
import {SECTIONS, type SectionName} from '../../components/integrations/sections.ts';
import {Icon} from '../../components/ui/icon.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useAnyChannel} from '../../data/channels/channels.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import styles from './references.module.css';

/** The sign of a kind of integration, beside one of them. */
export function SectionMark({section}: {section: SectionName}) {
  return (
    <span className={styles.mark}>
      <Icon name={SECTIONS[section].icon} size={20} />
    </span>
  );
}

/** A channel by its name, and the way to it if wanted. */
export function ChannelName({id, linked = false}: {id: string; linked?: boolean}) {
  const channel = useAnyChannel(id);
  const team = useCurrentTeam();
  const me = useMe();
  if (channel === undefined) return <>…</>;
  if (channel === null) return <>a channel that you are not in</>;
  const text = `~${channel.display_name}`;
  return linked ? <Link to={channelPath(team, channel, me)}>{text}</Link> : text;
}

/** The way to a message that came of something. */
export function PostLink({postId, children = 'Posted'}: {postId: string; children?: string}) {
  const team = useCurrentTeam();
  if (postId === '') return <>{children}</>;
  return (
    <Link className={styles.link} to={`/${team.name}/pl/${postId}`}>
      {children}
    </Link>
  );
}
