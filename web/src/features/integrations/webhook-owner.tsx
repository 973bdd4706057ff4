import {tellDone} from '../../components/toast.tsx';
import {server} from '../../lib/server.ts';
import {useMayInTeam} from '../teams/teams.ts';
import {OwnerPanel} from './new-owner.tsx';

/** Gives a webhook to another member of its team, if the person may do that. */
export function WebhookOwnerPanel({
  section,
  hook,
  ownerId,
  text,
  onGiven,
}: {
  section: 'incoming' | 'outgoing';
  hook: {id: string; team_id: string; display_name: string};
  ownerId: string;
  /** What it means to own it. */
  text: string;
  onGiven: () => Promise<unknown>;
}) {
  const mayGive = useMayInTeam(hook.team_id, `manage_others_${section}_webhooks`);
  if (!mayGive) return null;
  return (
    <OwnerPanel
      name={hook.display_name || 'the webhook'}
      text={text}
      among={{team_id: hook.team_id}}
      without={[ownerId]}
      onGive={async (owner) => {
        await server.call(`/hooks/${section}/${hook.id}/transfer`, {
          method: 'POST',
          body: {user_id: owner.id},
        });
        await onGiven();
        tellDone(`The webhook belongs to @${owner.username} now.`);
      }}
    />
  );
}
