import {i18n, type MessageDescriptor} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useId} from 'react';
import {Dialog, DialogBody} from '../../ui/dialog.tsx';
import {$sheetOpen} from '../sheet-state.ts';
import {type Keys, SHORTCUTS, type ShortcutGroup} from '../shortcuts.ts';
import {KeyCaps} from './key-caps.tsx';
import {SHORTCUT_LABELS} from './shortcut-labels.ts';
import styles from './shortcuts-sheet.module.css';

/** Every keyboard shortcut. */
export default function ShortcutsSheet() {
  return (
    <Dialog title={t`Keyboard shortcuts`} size="wide" onClose={() => $sheetOpen.set(false)}>
      <DialogBody isText>
        <div className={styles.groups}>
          {(Object.keys(SHORTCUTS) as ShortcutGroup[]).map((group) => (
            <Group key={group} group={group} />
          ))}
        </div>
        <p className={styles.hint}>
          <Trans>Type anywhere to write a message. The keys for a message work while it has the focus.</Trans>
        </p>
      </DialogBody>
    </Dialog>
  );
}

function Group({group}: {group: ShortcutGroup}) {
  const id = useId();
  const {title, labels} = SHORTCUT_LABELS[group];
  const texts: Record<string, MessageDescriptor> = labels;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 className={styles.title} id={id}>
        {i18n._(title)}
      </h3>
      <dl>
        {Object.entries<readonly Keys[]>(SHORTCUTS[group]).map(([name, keys]) => (
          <div key={name} className={styles.row}>
            <dt>{i18n._(texts[name]!)}</dt>
            <dd className={styles.keys}>
              {keys.map((one, index) => (
                <KeyCaps key={index} keys={one} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
