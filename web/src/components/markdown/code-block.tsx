import {t} from '@lingui/core/macro';
import {type ReactNode, useEffect, useState} from 'react';
import type {Highlighted} from '../../lib/markdown/highlight.ts';
import {CopyButton} from '../ui/copy.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import styles from './code-block.module.css';

/** A block of code, highlighted once its language is loaded. */
export function CodeBlock({code, language}: {code: string; language: string}) {
  const [highlighted, setHighlighted] = useState<readonly Highlighted[]>();
  useEffect(() => {
    let current = true;
    setHighlighted(undefined);
    if (language !== '') {
      import('../../lib/markdown/highlight.ts')
        .then(({highlight}) => highlight(code, language))
        .then((parts) => {
          if (current) setHighlighted(parts);
        })
        // Without highlighting, the code is still readable.
        .catch(() => {});
    }
    return () => {
      current = false;
    };
  }, [code, language]);
  return (
    <div className={styles.block}>
      <ScrollArea className={styles.code}>
        <code>{highlighted ? highlighted.map(color) : code}</code>
      </ScrollArea>
      <div className={styles.corner}>
        {language && <span className={styles.language}>{language}</span>}
        <CopyButton text={code} label={t`Copy code`} />
      </div>
    </div>
  );
}

function color(part: Highlighted, key: number): ReactNode {
  if (typeof part === 'string') return part;
  return (
    <span key={key} data-token={part.kind}>
      {part.parts.map(color)}
    </span>
  );
}
