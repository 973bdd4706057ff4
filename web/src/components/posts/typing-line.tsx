import {t} from '@lingui/core/macro';
import {useDisplayName} from '../../data/people/people.ts';
import {useTyping} from '../../data/posts/typing.ts';
import styles from './typing-line.module.css';

/** Shows who is typing. The line is always rendered, so that nothing moves. */
export function TypingLine({placeId}: {placeId: string}) {
  const ids = useTyping(placeId);
  const [first = '', second = ''] = ids;
  const one = useDisplayName(first);
  const two = useDisplayName(second);
  let text = '';
  if (ids.length === 1) text = t`${one} is typing…`;
  else if (ids.length === 2) text = t`${one} and ${two} are typing…`;
  else if (ids.length > 2) text = t`Several people are typing…`;
  return (
    <div className={styles.line} aria-live="polite">
      {one && text}
    </div>
  );
}
