import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useCollapsedThreads} from '../../data/channels/channels.ts';
import {readBroadcast, useLoadedPost} from '../../data/posts/broadcasts.ts';
import {useTextAboveQuote} from '../../data/posts/link-previews.ts';
import {displayedMessage} from '../../data/posts/system-messages.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {isOwnPost} from '../../data/session/own-post.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {PostFiles} from '../files/post-files.tsx';
import {IsOwnText} from '../markdown/inline.tsx';
import {Markdown} from '../markdown/markdown.tsx';
import {Collapsible} from '../ui/collapsible.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {EditedMark} from './edited-mark.tsx';
import {LinkEmbeds} from './link-embeds.tsx';
import {PollAttachments} from './polls/poll-attachments.tsx';
import {PostAttachments} from './post-attachments.tsx';
import styles from './post-body.module.css';
import {Reactions} from './reactions.tsx';
import {ThreadFooter} from './thread-footer.tsx';

const AbsentPeople = lazyComponent(() => withCatalog('pages', import('./absent-people/absent-people.tsx')));
const RepliedTo = lazyComponent(() => import('./quotes/replied-to.tsx'));

/** Height in pixels above which a message is collapsed. */
const MESSAGE_HEIGHT = 600;
const LISTED_HEIGHT = 300;

interface PostBodyProps {
  post: Post;
  place: 'channel' | 'thread' | 'list';
}

/** The text of a message, and its attachments, files, and reactions. */
export function PostBody({post, place}: PostBodyProps) {
  const broadcast = post.state === 'DELETED' ? undefined : readBroadcast(post);
  return broadcast ? (
    <BroadcastReply post={post} place={place} {...broadcast} />
  ) : (
    <OwnBody post={post} place={place} />
  );
}

/** A reply that its author also sent to the channel. */
function BroadcastReply({post, place, replyId, rootId}: PostBodyProps & {replyId: string; rootId: string}) {
  const reply = useLoadedPost(replyId);
  return (
    <div className={styles.body}>
      <RepliedLine rootId={rootId} />
      {reply ? <OwnBody post={reply} place="thread" /> : <OwnBody post={post} place="thread" />}
      {reply && <Reactions post={post} />}
      {place !== 'thread' && post.reply_count > 0 && <ThreadFooter post={post} />}
    </div>
  );
}

/** The message that a reply belongs to. Its space is reserved while it loads. */
function RepliedLine({rootId}: {rootId: string}) {
  return (
    <div className={styles.repliedTo}>
      <RepliedTo rootId={rootId} />
    </div>
  );
}

function OwnBody({post, place}: PostBodyProps) {
  const isFormatted = usePreference('advanced_settings', 'formatting', 'true') !== 'false';
  const collapsed = useCollapsedThreads();
  const message = useTextAboveQuote(post, displayedMessage(post));
  if (post.state === 'DELETED')
    return (
      <p className={styles.deleted}>
        <Trans>This message was deleted.</Trans>
      </p>
    );
  const files = post.metadata?.files ?? [];
  const Attachments = String(post.type) === 'custom_poll' ? PollAttachments : PostAttachments;
  if (post.type === 'system_ephemeral' && post.props?.add_channel_member) return <AbsentPeople post={post} />;
  return (
    <div
      className={styles.body}
      data-me={String(post.type) === 'me' || undefined}
      data-wordless={message === '' || undefined}
    >
      {place === 'channel' && post.root_id !== '' && !collapsed && <RepliedLine rootId={post.root_id} />}
      {message !== '' && (
        <Collapsible height={place === 'list' ? LISTED_HEIGHT : MESSAGE_HEIGHT}>
          <div className={styles.words} data-edited={post.edit_at > 0 || undefined}>
            {isFormatted ? (
              <IsOwnText value={isOwnPost(post)}>
                <Markdown text={message} />
              </IsOwnText>
            ) : (
              <div className={styles.plain} dir="auto">
                {message}
              </div>
            )}
            {post.edit_at > 0 && <EditedMark post={post} />}
          </div>
        </Collapsible>
      )}
      <Attachments post={post} isFormatted={isFormatted} />
      <LinkEmbeds post={post} />
      {files.length > 0 && <PostFiles files={files} props={post.props} />}
      <Reactions post={post} />
      {place !== 'thread' && post.root_id === '' && post.reply_count > 0 && <ThreadFooter post={post} />}
    </div>
  );
}
