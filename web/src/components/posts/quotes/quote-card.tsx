import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post, PostEmbed, PostPreviewMetadata} from '@mattermost/types/posts';
import {useEffect} from 'react';
import {Link} from 'react-router';
import {useHomeTeam} from '../../../data/channels/home-team.ts';
import {readAttachments} from '../../../data/posts/attachments.ts';
import {useAuthor} from '../../../data/posts/author.ts';
import {rememberPosts, usePost} from '../../../data/posts/posts.ts';
import {CurrentTeamProvider} from '../../../data/teams/teams.ts';
import {EmbedFrame} from '../embed-frame.tsx';
import {Quote} from './quote.tsx';
import styles from './quote-card.module.css';

/** A message that another message links to. The server sends it only to people who have access to it. */
export function QuoteCard({post, embed}: {post: Post; embed: PostEmbed}) {
  const data = embed.data as PostPreviewMetadata & {post: Post};
  const sent = data.post;
  // Stored with the page's other messages, so that it follows edits and deletions.
  useEffect(() => rememberPosts([sent]), [sent]);
  const quoted = usePost(sent.id) ?? sent;
  const {name = '…'} = useAuthor(quoted);
  const team = useHomeTeam(sent.channel_id);
  const files = (quoted.metadata?.files ?? []).length + readAttachments(quoted.props).length;
  return (
    <EmbedFrame post={post} label={t`Quoted message by ${name}`}>
      <CurrentTeamProvider value={team}>
        <Quote post={quoted}>
          <div className={styles.foot}>
            <Link to={`/${data.team_name || team.name}/pl/${quoted.id}`}>
              <Where type={data.channel_type} channel={data.channel_display_name} />
            </Link>
            {files > 0 && (
              <span className={styles.quiet}>
                {plural(files, {one: '# attachment', other: '# attachments'})}
              </span>
            )}
          </div>
        </Quote>
      </CurrentTeamProvider>
    </EmbedFrame>
  );
}

function Where({type, channel}: {type: string; channel: string}) {
  if (type === 'D') return <Trans>Show direct message</Trans>;
  if (type === 'G') return <Trans>Show group message</Trans>;
  return <Trans>Show in {channel}</Trans>;
}
