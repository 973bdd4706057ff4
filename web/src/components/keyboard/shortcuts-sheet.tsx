import {i18n} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Dialog, DialogBody} from '../ui/dialog.tsx';
import {KeyCaps} from './key-caps.tsx';
import {$sheetOpen} from './sheet-state.ts';
import {SHORTCUTS, type Shortcut} from './shortcuts.ts';
import styles from './shortcuts-sheet.module.css';

/** Every keyboard shortcut. */
export default function ShortcutsSheet() {
  return (
    <Dialog title={t`Keyboard shortcuts`} size="large" onClose={() => $sheetOpen.set(false)}>
      <DialogBody isText>
        <div className={styles.groups}>
          {Object.values(SHORTCUTS).map(({title, shortcuts}) => (
            <section key={title.id} className={styles.group} aria-labelledby={title.id}>
              <h3 className={styles.title} id={title.id}>
                {i18n._(title)}
              </h3>
              <dl>
                {Object.entries<Shortcut>(shortcuts).map(([name, {label, keys}]) => (
                  <div key={name} className={styles.row}>
                    <dt>{i18n._(label)}</dt>
                    <dd className={styles.keys}>
                      {keys.map((one, index) => (
                        <KeyCaps key={index} keys={one} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className={styles.hint}>
          <Trans>Type anywhere to write a message. The keys for a message work while it has the focus.</Trans>
        </p>
      </DialogBody>
    </Dialog>
  );
}
