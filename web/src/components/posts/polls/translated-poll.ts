import {plural, t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import {type Attachment, readAttachments} from '../../../data/posts/attachments.ts';
import {list, percent} from '../../../lib/numbers.ts';

/** The results of a poll (docs/interactive-messages.md#polls). */
interface Poll {
  multiple: boolean;
  anonymous: boolean;
  ended: boolean;
  voters: number;
  options: readonly {votes: number; usernames: readonly string[]}[];
}

/**
 * The attachments of a poll in the page's language, with the person's own votes.
 *
 * @param own The options that the person voted for, by number.
 */
export function pollAttachments(post: Post, own: readonly number[]): Attachment[] {
  const attachments = readAttachments(post.props);
  const poll = readPoll(post);
  const [attachment] = attachments;
  if (!poll || attachments.length !== 1 || attachment?.fields.length !== poll.options.length)
    return attachments;
  return [translated(attachment, poll, own)];
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

function translated(attachment: Attachment, poll: Poll, own: readonly number[]): Attachment {
  return {
    ...attachment,
    fields: attachment.fields.map((field, index) => ({
      ...field,
      // An open poll shows it at the button.
      value: joinFacts([optionResult(poll, index), poll.ended && own.includes(index) && t`your vote`]),
    })),
    footer: joinFacts([
      poll.ended ? t`Poll ended` : t`Poll`,
      poll.multiple ? t`several votes each` : t`one vote each`,
      poll.anonymous ? t`names are not shown` : t`names are shown`,
      plural(poll.voters, {one: '# person voted', other: '# people voted'}),
    ]),
    actions: attachment.actions.map((action) =>
      action.id === 'end'
        ? {...action, name: t`End poll`}
        : {...action, isPressed: own.some((index) => action.id === `vote${index}`)},
    ),
  };
}

function joinFacts(facts: readonly (string | false)[]): string {
  return facts.filter(Boolean).join(' · ');
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
