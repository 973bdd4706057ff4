import {t} from '@lingui/core/macro';
import {Dialog, DialogBody} from '../../ui/dialog.tsx';
import PersonFacts from './person-facts.tsx';

/** A person's profile in a narrow window. */
export default function PersonSheet({
  userId,
  onClose,
  onLeave,
}: {
  userId: string;
  onClose: () => void;
  onLeave: (() => void) | undefined;
}) {
  return (
    <Dialog title={t`Profile`} size="small" onClose={onClose}>
      <DialogBody>
        <PersonFacts
          userId={userId}
          onLeave={() => {
            onClose();
            onLeave?.();
          }}
        />
      </DialogBody>
    </Dialog>
  );
}
