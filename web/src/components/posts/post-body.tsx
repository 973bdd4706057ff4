import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useCollapsedThreads} from '../../data/channels/channels.ts';
import {attachmentsOf} from '../../data/posts/attachments.ts';
import {messageOf} from '../../data/posts/system-messages.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {PostFiles} from '../files/post-files.tsx';
import {Markdown} from '../markdown/markdown.tsx';
import {MessageAttachment, PlainAttachment} from '../message-attachments/message-attachment.tsx';
import {Collapsible} from '../ui/collapsible.tsx';
import {EditedMark} from './edited-mark.tsx';
import styles from './post-body.module.css';
import {Reactions} from './reactions.tsx';
import {RepliedTo} from './replied-to.tsx';
import {ThreadFooter} from './thread-footer.tsx';

/** Height in pixels above which a message is collapsed. */
const MESSAGE_HEIGHT = 600;

/** The text of a message, and its attachments, files, and reactions. */
export function PostBody({post, place}: {post: Post; place: 'channel' | 'thread' | 'list'}) {
  const isFormatted = usePreference('advanced_settings', 'formatting', 'true') !== 'false';
  const collapsed = useCollapsedThreads();
  if (post.state === 'DELETED')
    return (
      <p className={styles.deleted}>
        <Trans>This message was deleted.</Trans>
      </p>
    );
  const files = post.metadata?.files ?? [];
  const attachments = attachmentsOf(post.props);
  const message = messageOf(post);
  return (
    <div
      className={styles.body}
      data-me={String(post.type) === 'me' || undefined}
      data-wordless={message === '' || undefined}
    >
      {place === 'channel' && post.root_id !== '' && !collapsed && <RepliedTo rootId={post.root_id} />}
      {message !== '' && (
        <Collapsible height={MESSAGE_HEIGHT}>
          <div className={styles.words} data-edited={post.edit_at > 0 || undefined}>
            {isFormatted ? <Markdown text={message} /> : <div className={styles.plain}>{message}</div>}
            {post.edit_at > 0 && <EditedMark post={post} />}
          </div>
        </Collapsible>
      )}
      {attachments.map((attachment, index) =>
        isFormatted ? (
          <MessageAttachment key={index} attachment={attachment} postId={post.id} />
        ) : (
          <PlainAttachment key={index} attachment={attachment} postId={post.id} />
        ),
      )}
      {files.length > 0 && <PostFiles files={files} />}
      <Reactions post={post} />
      {place !== 'thread' && post.root_id === '' && post.reply_count > 0 && <ThreadFooter post={post} />}
    </div>
  );
}
