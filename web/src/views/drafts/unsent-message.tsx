import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Link} from 'react-router';
import {ChannelIcon} from '../../components/channels/channel-icon.tsx';
import {Markdown} from '../../components/markdown/markdown.tsx';
import {QuotedRoot} from '../../components/posts/quotes/quoted-root.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {channelPath, useChannelName} from '../../data/channels/channel-names.ts';
import {useChannel} from '../../data/channels/channels.ts';
import {useLoadedPost} from '../../data/posts/broadcasts.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {list} from '../../lib/numbers.ts';
import styles from './drafts-page.module.css';

interface UnsentMessageProps {
  channelId: string;
  rootId: string;
  message: string;
  fileNames: readonly string[];
  /** When it was changed, when it is sent, or why it wasn't. */
  note?: ReactNode;
  actions: ReactNode;
}

/** The message that a reply belongs to. */
function Root({id}: {id: string}) {
  const root = useLoadedPost(id);
  return (
    root && (
      <p className={styles.root}>
        <Icon name="reply" size={14} />
        <QuotedRoot root={root} />
      </p>
    )
  );
}

/** A placeholder for a channel that the person is no longer a member of. */
const UNKNOWN = {id: '', type: 'O' as const, name: '', display_name: '', delete_at: 0};

/** An unsent message, with its channel or thread and its actions. */
export function UnsentMessage({channelId, rootId, message, fileNames, note, actions}: UnsentMessageProps) {
  const team = useCurrentTeam();
  const me = useMe();
  const channel = useChannel(channelId);
  const known = useChannelName(channel ?? UNKNOWN);
  const name = channel ? known : t`A channel that you can't access`;
  const path = channel && `${channelPath(team, channel, me)}${rootId ? `?thread=${rootId}` : ''}`;
  const place = rootId ? <Trans>Thread in {name}</Trans> : <bdi>{name}</bdi>;
  return (
    <li>
      <article className={styles.message} aria-label={rootId ? t`Thread in ${name}` : name}>
        <header className={styles.head}>
          <span className={styles.place}>
            {rootId ? (
              <Icon name="thread" size={16} />
            ) : (
              <ChannelIcon channel={channel ?? UNKNOWN} size={16} />
            )}
            {path ? <Link to={path}>{place}</Link> : <span>{place}</span>}
          </span>
          {note && <span className={styles.note}>{note}</span>}
        </header>
        {rootId && <Root id={rootId} />}
        {message && (
          <div className={styles.text}>
            <Markdown text={message} />
          </div>
        )}
        {fileNames.length > 0 && (
          <p className={styles.files}>
            <Icon name="attach" size={16} /> {list(fileNames)}
          </p>
        )}
        <div className={styles.actions}>{actions}</div>
      </article>
    </li>
  );
}
