import {useDates} from '../../data/preferences/display.ts';
import {useWhilePassing} from '../../lib/use-while-passing.ts';

/** How long ago something was, in units coarse enough to stay correct for a while. Its title is the exact time. */
export function When({at, className}: {at: number; className?: string | undefined}) {
  const dates = useDates();
  const words = useWhilePassing(() => dates.ago(at));
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={dates.dateTime(at)}>
      {words}
    </time>
  );
}
