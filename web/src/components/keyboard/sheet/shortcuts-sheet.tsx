import {i18n, type MessageDescriptor} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {useId} from 'react';
import {useHasChannelPermission} from '../../../data/channels/channels.ts';
import {$openChannel} from '../../../data/channels/read-state.ts';
import {Dialog, DialogBody} from '../../ui/dialog.tsx';
import {$sheetOpen} from '../sheet-state.ts';
import {type Keys, SHORTCUTS, type ShortcutGroup} from '../shortcuts.ts';
import {KeyCaps} from './key-caps.tsx';
import {SHORTCUT_LABELS} from './shortcut-labels.ts';
import styles from './shortcuts-sheet.module.css';

/** The keyboard shortcuts, without those for which the person lacks the permission in the open channel. */
export default function ShortcutsSheet() {
  const forbidden = useForbidden();
  return (
    <Dialog title={t`Keyboard shortcuts`} size="wide" onClose={() => $sheetOpen.set(false)}>
      <DialogBody isText>
        <div className={styles.groups}>
          {(Object.keys(SHORTCUTS) as ShortcutGroup[]).map((group) => (
            <Group key={group} group={group} forbidden={forbidden} />
          ))}
        </div>
        <p className={styles.hint}>
          <Trans>Type anywhere to write a message. The keys for a message work while it has the focus.</Trans>
        </p>
      </DialogBody>
    </Dialog>
  );
}

/** The names of shortcuts that do nothing in the open channel. */
function useForbidden(): ReadonlySet<string> {
  const channelId = useStore($openChannel) ?? '';
  const mayPost = useHasChannelPermission(channelId, 'create_post');
  const mayReact = useHasChannelPermission(channelId, 'add_reaction');
  const mayEdit = useHasChannelPermission(channelId, 'edit_post');
  const mayEditOthers = useHasChannelPermission(channelId, 'edit_others_posts');
  const mayDelete = useHasChannelPermission(channelId, 'delete_post');
  const mayDeleteOthers = useHasChannelPermission(channelId, 'delete_others_posts');
  if (channelId === '') return new Set();
  const needed: Record<string, (boolean | undefined)[]> = {
    reply: [mayPost],
    quote: [mayPost],
    react: [mayReact],
    editLast: [mayEdit],
    edit: [mayEdit, mayEditOthers],
    delete: [mayDelete, mayDeleteOthers],
  };
  // A permission is undefined until it is known.
  const names = Object.keys(needed).filter((name) => needed[name]!.every((has) => has === false));
  return new Set(names);
}

interface GroupProps {
  group: ShortcutGroup;
  forbidden: ReadonlySet<string>;
}

function Group({group, forbidden}: GroupProps) {
  const id = useId();
  const {title, labels} = SHORTCUT_LABELS[group];
  const texts: Record<string, MessageDescriptor> = labels;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 className={styles.title} id={id}>
        {i18n._(title)}
      </h3>
      <dl>
        {Object.entries<readonly Keys[]>(SHORTCUTS[group])
          .filter(([name]) => !forbidden.has(name))
          .map(([name, keys]) => (
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
