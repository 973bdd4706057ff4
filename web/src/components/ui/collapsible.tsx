import {t} from '@lingui/core/macro';
import {type ReactNode, useLayoutEffect, useRef, useState} from 'react';
import styles from './collapsible.module.css';

/** Shows at most `height` pixels of its contents, with a button to show the rest. */
export function Collapsible({height, children}: {height: number; children: ReactNode}) {
  const inner = useRef<HTMLDivElement>(null);
  const [isTall, setTall] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = inner.current!;
    // Contents that are only slightly too tall are shown completely.
    const measure = () => setTall(element.scrollHeight > height * 1.15);
    // Measured before the first frame, so that nothing below moves.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);
  const isClosed = isTall && !isOpen;
  return (
    // What is cut off can't flow around the author in the compact display.
    <div data-whole-line={isTall || undefined}>
      <div
        className={styles.frame}
        data-closed={isClosed || undefined}
        style={isClosed ? {maxHeight: height} : undefined}
      >
        <div ref={inner}>{children}</div>
      </div>
      {isTall && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Show less` : t`Show more`}
        </button>
      )}
    </div>
  );
}
