import type {Transaction} from '../../platform/database/queryable.ts';

/** Whose integrations are deleted. */
type Owner = {userId: string} | {channelId: string} | {teamId: string};

/** Deletes the webhooks and commands of a user, a team or a channel that is being deleted for good. */
export async function deleteIntegrationsOf(tx: Transaction, owner: Owner): Promise<void> {
  const [id, incoming, outgoing] =
    'userId' in owner
      ? [owner.userId, 'UserId', 'CreatorId']
      : 'teamId' in owner
        ? [owner.teamId, 'TeamId', 'TeamId']
        : [owner.channelId, 'ChannelId', 'ChannelId'];
  const statements = [
    `with gone as (delete from IncomingWebhooks where ${incoming} = $1 returning Id),
       keys as (delete from IncomingWebhookOldKeys k using gone where k.HookId = gone.Id)
     delete from IncomingWebhookDeliveries d using gone where d.HookId = gone.Id`,
    `with gone as (delete from OutgoingWebhooks where ${outgoing} = $1 returning Id)
     delete from OutgoingWebhookDeliveries d using gone where d.HookId = gone.Id`,
  ];
  if ('channelId' in owner) {
    statements.push('delete from CommandWebhooks where ChannelId = $1');
  } else {
    statements.push(
      `with gone as (delete from Commands where ${outgoing} = $1 returning Id)
       delete from CommandWebhooks w using gone where w.CommandId = gone.Id`,
    );
  }
  for (const text of statements) await tx.execute({text, values: [id]});
}
