import type {Post} from '@mattermost/types/posts';
import {type Attachment, readAttachments} from '../../data/posts/attachments.ts';
import {MessageAttachment, PlainAttachment} from '../message-attachments/message-attachment.tsx';

export interface PostAttachmentsProps {
  post: Post;
  /** Whether the person has formatting turned on. */
  isFormatted: boolean;
  /** What to show instead of the attachments that the message itself contains. */
  attachments?: readonly Attachment[];
}

/** The formatted blocks, buttons and menus under a message. */
export function PostAttachments({
  post,
  isFormatted,
  attachments = readAttachments(post.props),
}: PostAttachmentsProps) {
  const Shown = isFormatted ? MessageAttachment : PlainAttachment;
  return attachments.map((attachment, index) => (
    <Shown key={index} attachment={attachment} postId={post.id} />
  ));
}
