import {useCustomStatus} from '../../data/people/custom-status.ts';
import {useDates} from '../../data/preferences/display.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {untilText} from '../time/until.ts';

/** The emoji of a person's custom status, with its text as a tooltip; nothing if there is none. */
export function StatusEmoji({userId}: {userId: string}) {
  const status = useCustomStatus(userId);
  if (!status) return null;
  return (
    <span title={status.text || undefined}>
      <Emoji name={status.emoji} fallback="" />
      <span className="visually-hidden"> {status.text}</span>
    </span>
  );
}

/** A person's custom status with its text and expiry; nothing if there is none. */
export function StatusLine({userId, className}: {userId: string; className?: string}) {
  const status = useCustomStatus(userId);
  const dates = useDates();
  if (!status) return null;
  return (
    <span className={className}>
      <Emoji name={status.emoji} fallback="" /> <bdi>{status.text}</bdi>
      {status.until > 0 && <> {untilText(status.until, dates)}</>}
    </span>
  );
}
