import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Link} from 'react-router';
import {SECTIONS, type SectionName} from '../../components/integrations/sections.ts';
import {Icon} from '../../components/ui/icon.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useAnyChannel} from '../../data/channels/channels.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import styles from './references.module.css';

/** The icon of a section, shown next to an integration. */
export function SectionMark({section}: {section: SectionName}) {
  return (
    <span className={styles.mark}>
      <Icon name={SECTIONS[section].icon} size={20} />
    </span>
  );
}

/** A channel's name, optionally as a link. */
export function ChannelName({id, linked = false}: {id: string; linked?: boolean}) {
  const channel = useAnyChannel(id);
  const team = useCurrentTeam();
  const me = useMe();
  if (channel === undefined) return <>…</>;
  if (channel === null) return <Trans>Unavailable channel</Trans>;
  const text = <bdi>~{channel.display_name}</bdi>;
  return linked ? <Link to={channelPath(team, channel, me)}>{text}</Link> : text;
}

/** A link to a message. */
export function PostLink({postId, children}: {postId: string; children: ReactNode}) {
  const team = useCurrentTeam();
  if (postId === '') return <>{children}</>;
  return (
    <Link className={styles.link} to={`/${team.name}/pl/${postId}`}>
      {children}
    </Link>
  );
}
