import {plural, t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import {list, percent} from '../../lib/numbers.ts';
import {type Attachment, readAttachments} from './attachments.ts';

/** The results of a poll (docs/interactive-messages.md#polls). */
interface Poll {
  multiple: boolean;
  anonymous: boolean;
  ended: boolean;
  voters: number;
  options: readonly {votes: number; usernames: readonly string[]}[];
}

/** The attachments of a post. Those of a poll are in the page's language. */
export function shownAttachments(post: Post): Attachment[] {
  const attachments = readAttachments(post.props);
  const poll = readPoll(post);
  const [attachment] = attachments;
  if (!poll || attachments.length !== 1 || attachment?.fields.length !== poll.options.length)
    return attachments;
  return [translated(attachment, poll)];
}

/** The results of a poll; undefined if there are none, because imports and other programs can create such posts. */
function readPoll({type, props}: Post): Poll | undefined {
  if (String(type) !== 'custom_poll') return undefined;
  const poll = props?.poll as Partial<Poll> | undefined;
  if (typeof poll?.voters !== 'number' || !Array.isArray(poll.options)) return undefined;
  const isValid = poll.options.every(
    (option) => typeof option?.votes === 'number' && Array.isArray(option.usernames),
  );
  return isValid ? (poll as Poll) : undefined;
}

function translated(attachment: Attachment, poll: Poll): Attachment {
  return {
    ...attachment,
    fields: attachment.fields.map((field, index) => ({...field, value: optionResult(poll, index)})),
    footer: [
      poll.ended ? t`Poll ended` : t`Poll`,
      poll.multiple ? t`several votes each` : t`one vote each`,
      poll.anonymous ? t`names are not shown` : t`names are shown`,
      plural(poll.voters, {one: '# person voted', other: '# people voted'}),
    ].join(' · '),
    actions: attachment.actions.map((action) =>
      action.id === 'end' ? {...action, name: t`End poll`} : action,
    ),
  };
}

/** For example, `2 votes (50%): @ann and @bob`. */
function optionResult({voters, options}: Poll, index: number): string {
  const {votes, usernames} = options[index]!;
  const share = percent(voters === 0 ? 0 : votes / voters);
  const result = plural(votes, {one: `# vote (${share})`, other: `# votes (${share})`});
  if (usernames.length === 0) return result;
  const more = votes - usernames.length;
  const names = usernames.map((name) => `@${name}`);
  if (more > 0) names.push(plural(more, {one: '# other', other: '# others'}));
  const voted = list(names);
  return t`${result}: ${voted}`;
}
