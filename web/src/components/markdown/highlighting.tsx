import {type ReactNode, useEffect, useState} from 'react';
import type {Highlighted} from '../../lib/markdown/highlight.ts';
import styles from './highlighting.module.css';

interface HighlightingProps {
  code: string;
  /** The name or file extension of the language; empty for text. */
  language: string;
}

/** Code, highlighted once its language is loaded. */
export function Highlighting({code, language}: HighlightingProps) {
  const [highlighted, setHighlighted] = useState<readonly Highlighted[]>();
  useEffect(() => {
    setHighlighted(undefined);
    if (language === '') return;
    const ended = new AbortController();
    import('../../lib/markdown/highlight.ts')
      .then(({highlight}) => highlight({code, language}, ended.signal))
      .then((pieces) => {
        if (!ended.signal.aborted) setHighlighted(pieces);
      })
      // Without highlighting, the code is still readable.
      .catch(() => {});
    return () => ended.abort();
  }, [code, language]);
  return <code className={styles.code}>{highlighted ? highlighted.map(color) : code}</code>;
}

function color(part: Highlighted, key: number): ReactNode {
  if (typeof part === 'string') return part;
  return (
    <span key={key} data-token={part.kind}>
      {part.parts.map(color)}
    </span>
  );
}
