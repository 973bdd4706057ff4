import {type RefObject, useEffect, useState} from 'react';

/** Whether the element has been in view, or half a window away from it. Previews are loaded then. */
export function useIsNearView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    // A preview that is known to be empty has no element.
    if (!element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry!.isIntersecting) setNear(true);
      },
      {rootMargin: '50%'},
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
