import {Trans} from '@lingui/react/macro';
import type {MouseEvent, ReactNode} from 'react';
import {Link, useSearchParams} from 'react-router';
import {channelPath} from '../../data/channels/channel-names.ts';
import {loadedChannel} from '../../data/channels/channels.ts';
import {loadPost, postParameters} from '../../data/posts/post-address.ts';
import {loadedPost} from '../../data/posts/posts.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam, useTeams} from '../../data/teams/teams.ts';
import {goTo, isPlainClick} from '../../lib/go-to.ts';
import {rememberOpened, useOpenedBefore} from './history-memory.ts';
import {panelCoversPage} from './panel-frame.tsx';
import {$repeatedJumps} from './repeated-jumps.ts';
import {parametersWithPanel} from './use-panel.ts';

/** The message that the page's address leads to, or that the list led to before the person went back to it. */
export function useShownPostId(): string | null {
  const [parameters] = useSearchParams();
  return useOpenedBefore() ?? parameters.get('post');
}

/**
 * Returns a function that shows a message in its channel. The panel stays open, so that people can look at one result
 * after the other, unless it covers the page.
 */
export function useJump(): (postId: string) => Promise<void> {
  const me = useMe();
  const team = useCurrentTeam();
  const teams = useTeams();
  return async (postId) => {
    const before = window.location.href;
    const loaded = loadedPost(postId);
    const known = loaded && loadedChannel(loaded.channel_id);
    const found = known ? {post: loaded, channel: known} : await loadPost(postId).catch(() => undefined);
    // The person has gone to another page since.
    if (window.location.href !== before) return;
    // Its page says why the message can't be shown.
    if (!found) return goTo(`/${team.name}/pl/${postId}`);
    const {post, channel} = found;
    const home = teams.find(({id}) => id === channel.team_id) ?? team;
    const address = postParameters(post);
    // A thread takes the place of the panel.
    const staysOpen = address.post !== undefined && !panelCoversPage();
    const parameters = staysOpen ? parametersWithPanel() : new URLSearchParams();
    for (const [name, id] of Object.entries(address)) parameters.set(name, id);
    const {pathname, search} = window.location;
    const path = channelPath(home, channel, me);
    const isThere = new URLSearchParams(search).get('post') === address.post && decodeURI(pathname) === path;
    if (isThere) $repeatedJumps.set($repeatedJumps.get() + 1);
    if (isThere && staysOpen) return;
    if (!staysOpen) rememberOpened(postId);
    goTo(`${path}?${parameters}`, {state: {isFromPanel: !staysOpen && parametersWithPanel().size > 0}});
  };
}

interface JumpLinkProps {
  postId: string;
  className?: string | undefined;
  /** The accessible name, if the text can be hidden. */
  label?: string;
  /** Called before the page shows the message. */
  onJump?: () => void;
  /** The text, by default "Jump". */
  children?: ReactNode;
}

/** A link to a message. Its address is one that people can share. */
export function JumpLink({postId, className, label, onJump, children}: JumpLinkProps) {
  const team = useCurrentTeam();
  const jump = useJump();
  function onClick(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onJump?.();
    void jump(postId);
  }
  return (
    <Link
      className={`${className ?? ''} touch-target`}
      to={`/${team.name}/pl/${postId}`}
      aria-label={label}
      onClick={onClick}
    >
      {children ?? <Trans>Jump</Trans>}
    </Link>
  );
}
