import {plural, t} from '@lingui/core/macro';
import type {Attachment} from '../../../data/posts/attachments.ts';
import {list, percent} from '../../../lib/numbers.ts';
import {type Poll, shareOf} from './poll.ts';

/**
 * The attachment of a poll in the page's language, with the person's own votes.
 *
 * @param own The options that the person voted for, by number.
 */
export function translatedPoll(attachment: Attachment, poll: Poll, own: readonly number[]): Attachment {
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
function optionResult(poll: Poll, index: number): string {
  const {votes, usernames} = poll.options[index]!;
  const share = percent(shareOf(poll, index));
  const result = plural(votes, {one: `# vote (${share})`, other: `# votes (${share})`});
  if (usernames.length === 0) return result;
  const more = votes - usernames.length;
  const names = usernames.map((name) => `@${name}`);
  if (more > 0) names.push(plural(more, {one: '# other', other: '# others'}));
  const voted = list(names);
  return t`${result}: ${voted}`;
}
