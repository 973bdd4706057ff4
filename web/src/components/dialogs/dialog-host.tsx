import {useStore} from '@nanostores/react';
import {$openedDialogs, closeDialog} from '../../data/dialogs/opened-dialogs.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';

const InteractiveDialog = lazyComponent(() => import('./interactive-dialog.tsx'));

/** Where the dialogs of integrations appear, over the pages of a team. */
export function DialogHost() {
  const [opened] = useStore($openedDialogs);
  if (!opened) return null;
  return (
    <InteractiveDialog key={opened.dialogId} opened={opened} onClose={() => closeDialog(opened.dialogId)} />
  );
}
