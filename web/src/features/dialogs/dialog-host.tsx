import {part} from '../../components/part.tsx';
import {useStore} from '../../lib/store.ts';
import {closeDialog, openedDialogs} from './opened-dialogs.ts';

const InteractiveDialog = part(() => import('./interactive-dialog.tsx'));

/** Where the dialogs of integrations appear, over the pages of a team. */
export function DialogHost() {
  const [opened] = useStore(openedDialogs);
  if (!opened) return null;
  return (
    <InteractiveDialog key={opened.dialogId} opened={opened} onClose={() => closeDialog(opened.dialogId)} />
  );
}
