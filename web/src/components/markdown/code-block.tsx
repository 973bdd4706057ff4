import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {CopyButton} from '../ui/copy.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import styles from './code-block.module.css';
import {Highlighting} from './highlighting.tsx';

/** A line with more characters may be too long for a panel or a phone. */
const LONG_LINE = /.{40}/;

/** A block of code. A long one is shown partially by what contains it, such as a message. */
export function CodeBlock({code, language}: {code: string; language: string}) {
  const [wraps, setWraps] = useState(false);
  return (
    <div className={styles.block} dir="ltr" data-whole-line>
      <ScrollArea className={styles.code} data-wraps={wraps || undefined}>
        <Highlighting code={code} language={language} />
      </ScrollArea>
      <div className={styles.corner}>
        {language && <span className={styles.language}>{language}</span>}
        {LONG_LINE.test(code) && (
          <IconButton
            icon="wrap"
            size="small"
            label={t`Wrap lines`}
            pressed={wraps}
            onPress={() => setWraps(!wraps)}
          />
        )}
        <CopyButton text={code} label={t`Copy code`} />
      </div>
    </div>
  );
}
