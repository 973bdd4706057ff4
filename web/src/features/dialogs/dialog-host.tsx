import {lazy, Suspense} from 'react';
import {useStore} from '../../lib/store.ts';
import {closeDialog, openedDialogs} from './opened-dialogs.ts';

const InteractiveDialog = lazy(() => import('./interactive-dialog.tsx'));

/** Where the dialogs of integrations appear, over the pages of a team. */
export function DialogHost() {
  const [opened] = useStore(openedDialogs);
  if (!opened) return null;
  return (
    <Suspense>
      <InteractiveDialog key={opened.dialogId} opened={opened} onClose={() => closeDialog(opened.dialogId)} />
    </Suspense>
  );
}
