import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Users} from '../../messaging/users/users.ts';
import {forbidden, invalidBodyParam, undefinedIfMissing} from '../../platform/errors/app-error.ts';

/** What of a kind a person may manage: what is their own, and what is others'. */
export interface ManagementRights {
  own: boolean;
  others: boolean;
}

/** @throws AppError 400 unless a webhook may belong to this user: an active account, and no bot. */
export async function requireOwner(users: Users, userId: string): Promise<void> {
  const owner = await undefinedIfMissing(users.byId(userId));
  if (!owner) throw invalidBodyParam('user_id', `There is no user ${userId}.`);
  if (owner.deleteat > 0) throw invalidBodyParam('user_id', `The account ${owner.username} is deactivated.`);
  if (owner.isbot) throw invalidBodyParam('user_id', 'A webhook cannot belong to a bot.');
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

    /**
     * For a webhook of this team that the actor may manage and gives to somebody.
     *
     * @throws AppError 403 unless the actor may manage what is others' or takes it, 400 unless the new owner is an active
     *   person of the team.
     */
    async requireNewOwner(
      actor: Session,
      {teamId, userId, users}: {teamId: string; userId: string; users: Users},
    ): Promise<void> {
      if (userId !== actor.userId && !(await rightsIn(actor, teamId)).others) {
        throw forbidden(`manage_others_${kind}`);
      }
      await requireOwner(users, userId);
      if (!(await permissions.isTeamMember(userId, teamId))) {
        throw invalidBodyParam('user_id', "The new owner is not a member of the webhook's team.");
      }
    },
  };
}
