import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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
import {showError, showSuccess} from '../../lib/toasts.ts';
import {OwnerPanel} from './new-owner.tsx';

/** Transfers a webhook to another member of its team, or shows the pending offer. */
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
  /** Explains the responsibilities of the owner. */
  text: string;
  onTransferred: () => Promise<unknown>;
}) {
  const {data: transfer} = usePendingTransfer(section, hook.id);
  if (transfer) return <PendingTransfer section={section} hookId={hook.id} transfer={transfer} />;
  return (
    <OwnerPanel
      name={hook.display_name || t`Unnamed webhook`}
      text={text}
      among={{team_id: hook.team_id}}
      without={[ownerId]}
      onTransfer={async (owner) => {
        const isDone = await transferWebhook(section, hook.id, owner.id);
        if (isDone) await onTransferred();
        const {username} = owner;
        showSuccess(
          isDone
            ? t`@${username} now owns the webhook.`
            : t`@${username} can accept the webhook under Integrations.`,
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
  const date = useDates().date(expires_at);
  const [busy, setBusy] = useState(false);
  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await cancelTransfer(section, hookId);
    } catch (error) {
      showError(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Panel
      title={t`Owner`}
      text={
        <Trans>
          Offered to <PersonName userId={new_owner_id} />. They can accept it under Integrations until {date}.
        </Trans>
      }
      actions={
        <Button busy={busy} onPress={() => void cancel()}>
          <Trans>Cancel transfer</Trans>
        </Button>
      }
    />
  );
}
