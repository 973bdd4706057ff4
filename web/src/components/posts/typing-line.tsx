import {useDisplayName} from '../../data/people/people.ts';
import {useTyping} from '../../data/posts/typing.ts';
import styles from './typing-line.module.css';

/** Who is typing; its place is always there, so that nothing jumps. */
export function TypingLine({placeId}: {placeId: string}) {
  const ids = useTyping(placeId);
  const [first = '', second = ''] = ids;
  const one = useDisplayName(first);
  const two = useDisplayName(second);
  let text = '';
  if (ids.length === 1) text = `${one} is typing…`;
  else if (ids.length === 2) text = `${one} and ${two} are typing…`;
  else if (ids.length > 2) text = 'Several people are typing…';
  return (
    <div className={styles.line} aria-live="polite">
      {one && text}
    </div>
  );
}
