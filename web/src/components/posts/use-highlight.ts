import {useEffect, useState} from 'react';

/** In milliseconds. The fade at its end is in post-item.module.css. */
const DURATION = 4000;

/**
 * The message to highlight after a jump: `id` until the person has seen it for some seconds. `isThere` says whether it
 * is loaded.
 */
export function useHighlight(id: string | undefined, isThere: boolean): string | undefined {
  const [endedId, setEndedId] = useState<string>();
  useEffect(() => {
    if (!isThere) return;
    let timer: number | undefined;
    // A link may be opened in a tab in the background.
    const start = () => {
      if (!document.hidden) timer ??= window.setTimeout(() => setEndedId(id), DURATION);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [id, isThere]);
  return id === endedId ? undefined : id;
}
