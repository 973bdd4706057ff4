import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Reaction} from '@mattermost/types/reactions';
import {formatName, useNameFormat, usePeople} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {list} from '../../lib/numbers.ts';

/** The maximum number of names shown. */
const MAX_NAMES = 12;

/** Names the people who reacted with one emoji, each once. */
export default function WhoReacted({reactions}: {reactions: readonly Reaction[]}) {
  const me = useMe();
  const format = useNameFormat();
  const ids = [...new Set(reactions.map(({user_id}) => user_id))];
  const people = usePeople(ids.slice(0, MAX_NAMES));
  const emoji = `:${reactions[0]!.emoji_name}:`;
  if (ids.length === 1 && ids[0] === me.id) return <Trans>You reacted with {emoji}</Trans>;
  const total = ids.length;
  const more = total - MAX_NAMES;
  const shown = people.map((person, index) => {
    if (ids[index] === me.id) return t`You`;
    return person ? formatName(person, format) : '…';
  });
  const names = list(more > 0 ? [...shown, plural(more, {one: '# other', other: '# others'})] : shown);
  return plural(total, {
    one: `${names} reacted with ${emoji}`,
    other: `${names} reacted with ${emoji}`,
  });
}
