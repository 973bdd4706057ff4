import {t} from '@lingui/core/macro';
import {CopyButton} from '../ui/copy.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import styles from './code-block.module.css';
import {Highlighting} from './highlighting.tsx';

/** A block of code. */
export function CodeBlock({code, language}: {code: string; language: string}) {
  return (
    <div className={styles.block} dir="ltr">
      <ScrollArea className={styles.code}>
        <Highlighting code={code} language={language} />
      </ScrollArea>
      <div className={styles.corner}>
        {language && <span className={styles.language}>{language}</span>}
        <CopyButton text={code} label={t`Copy code`} />
      </div>
    </div>
  );
}
