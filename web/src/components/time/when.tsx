import {useDates} from '../../data/preferences/display.ts';
import {useTimeDependent} from '../../lib/use-time-dependent.ts';

/** How long ago something was, in a few words that are updated as time passes. Its title is the exact time. */
export function When({at, className}: {at: number; className?: string | undefined}) {
  const dates = useDates();
  const words = useTimeDependent(() => dates.ago(at));
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={dates.dateTime(at)}>
      {words}
    </time>
  );
}
