import {useState} from 'react';
import {PersonName} from '../../components/people/person.tsx';
import {Button} from '../../components/ui/button.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {
  cancelTransfer,
  type Transfer,
  transferWebhook,
  usePendingTransfer,
} from '../../data/integrations/transfers.ts';
import type {WebhookSection} from '../../data/integrations/webhooks.ts';
import {useDates} from '../../data/preferences/display.ts';
import {errorMessage} from '../../lib/server.ts';
import {tellDone, tellError} from '../../lib/toasts.ts';
import {OwnerPanel} from './new-owner.tsx';

/** Transfers a webhook to another member of its team, or shows to whom it was offered. */
export function WebhookOwnerPanel({
  section,
  hook,
  ownerId,
  text,
  onTransferred,
}: {
  section: WebhookSection;
  hook: {id: string; team_id: string; display_name: string};
  ownerId: string;
  /** What it means to own it. */
  text: string;
  onTransferred: () => Promise<unknown>;
}) {
  const {data: transfer} = usePendingTransfer(section, hook.id);
  if (transfer) return <PendingTransfer section={section} hookId={hook.id} transfer={transfer} />;
  return (
    <OwnerPanel
      name={hook.display_name || 'the webhook'}
      text={text}
      among={{team_id: hook.team_id}}
      without={[ownerId]}
      onTransfer={async (owner) => {
        const isDone = await transferWebhook(section, hook.id, owner.id);
        if (isDone) await onTransferred();
        tellDone(
          isDone
            ? `@${owner.username} owns the webhook now.`
            : `@${owner.username} can accept the webhook under Integrations.`,
        );
      }}
    />
  );
}

function PendingTransfer({
  section,
  hookId,
  transfer: {new_owner_id, expires_at},
}: {
  section: WebhookSection;
  hookId: string;
  transfer: Transfer;
}) {
  const dates = useDates();
  const [busy, setBusy] = useState(false);
  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await cancelTransfer(section, hookId);
    } catch (error) {
      tellError(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Panel
      title="Owner"
      text={
        <>
          Offered to <PersonName userId={new_owner_id} />, who has until {dates.date(expires_at)} to accept it
          under Integrations.
        </>
      }
      actions={
        <Button busy={busy} onPress={() => void cancel()}>
          Cancel transfer
        </Button>
      }
    />
  );
}
