import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import {forbidden} from '../../platform/errors/app-error.ts';

/** What of a kind a person may manage: what is their own, and what is others'. */
export interface ManagementRights {
  own: boolean;
  others: boolean;
}

/** Who may manage the integrations of one kind, by that kind's permissions. */
export function createManagementRights(
  permissions: Permissions,
  kind: 'incoming_webhooks' | 'outgoing_webhooks' | 'slash_commands',
) {
  /** In a team; in every team if none is given. */
  async function rightsIn(actor: Session, teamId?: string): Promise<ManagementRights> {
    const where = teamId === undefined ? undefined : {teamId};
    const others = await permissions.can(actor, `manage_others_${kind}`, where);
    const own =
      others ||
      (await permissions.can(actor, `manage_own_${kind}`, where)) ||
      // The name that roles of older servers have for it.
      (await permissions.can(actor, `manage_${kind}`, where));
    return {own, others};
  }

  return {
    rightsIn,

    /** @throws AppError 403 unless the actor may manage what belongs to this owner in this team. */
    async require(actor: Session, {teamId, ownerId}: {teamId: string; ownerId: string}): Promise<void> {
      const {own, others} = await rightsIn(actor, teamId);
      if (ownerId === actor.userId ? own : others) return;
      throw forbidden(
        `manage_${ownerId === actor.userId ? 'own' : 'others'}_${kind} in the team ${teamId || '(none)'}`,
      );
    },
  };
}
