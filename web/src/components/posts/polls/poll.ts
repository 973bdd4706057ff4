import type {Post} from '@mattermost/types/posts';
import {type Attachment, readAttachments} from '../../../data/posts/attachments.ts';

/** The results of a poll (docs/interactive-messages.md#polls). */
export interface Poll {
  multiple: boolean;
  anonymous: boolean;
  ended: boolean;
  voters: number;
  options: readonly {votes: number; usernames: readonly string[]}[];
}

/**
 * The attachments of a poll, with a bar for each option if the message has its results. Without the button to end the
 * poll, unless the person may.
 */
export function pollAttachments(
  post: Post,
  mayEnd: boolean,
): {attachments: Attachment[]; poll: Poll | undefined} {
  const attachments = readAttachments(post.props);
  const poll = readPoll(post);
  const [attachment] = attachments;
  if (!poll || attachments.length !== 1 || attachment?.fields.length !== poll.options.length)
    return {attachments, poll: undefined};
  const fields = attachment.fields.map((field, index) => ({...field, share: shareOf(poll, index)}));
  const actions = attachment.actions.filter(({id}) => mayEnd || id !== 'end');
  return {attachments: [{...attachment, fields, actions}], poll};
}

/** The results of a poll; undefined if there are none, because imports and other programs can create such posts. */
function readPoll({props}: Post): Poll | undefined {
  const poll = props?.poll as Partial<Poll> | undefined;
  if (typeof poll?.voters !== 'number' || !Array.isArray(poll.options)) return undefined;
  const isValid = poll.options.every(
    (option) => typeof option?.votes === 'number' && Array.isArray(option.usernames),
  );
  return isValid ? (poll as Poll) : undefined;
}

/** The share of the voters who voted for an option, from 0 to 1. */
export function shareOf({voters, options}: Poll, index: number): number {
  return voters === 0 ? 0 : options[index]!.votes / voters;
}
