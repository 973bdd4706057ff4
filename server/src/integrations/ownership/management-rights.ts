import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';

/** A kind of integration, as in its permissions `manage_own_…` and `manage_others_…`. */
export type PermissionKind = 'incoming_webhooks' | 'outgoing_webhooks' | 'slash_commands';

/** Which integrations a user may manage: their own, and those of others. */
export interface ManagementRights {
  own: boolean;
  others: boolean;
}

/** Determines who may manage the integrations of a kind. */
export function createManagementRights(permissions: Permissions, kind: PermissionKind) {
  /** The rights in a team, or in every team if none is given. */
  async function rightsIn(actor: Actor, teamId?: string): Promise<ManagementRights> {
    const where = teamId === undefined ? undefined : {teamId};
    const others = await permissions.can(actor, `manage_others_${kind}`, where);
    const own =
      others ||
      (await permissions.can(actor, `manage_own_${kind}`, where)) ||
      // The name of the permission in roles from older servers.
      (await permissions.can(actor, `manage_${kind}`, where));
    return {own, others};
  }

  /** Whether the actor owns an integration, or is a system administrator. */
  const isOwnerOrAdmin = async (actor: Actor, ownerId: string): Promise<boolean> =>
    ownerId === actor.userId || (await permissions.can(actor, 'manage_system'));

  return {
    rightsIn,
    isOwnerOrAdmin,

    /** @throws AppError 403 unless the actor may manage integrations of this owner in this team */
    async require(actor: Actor, {teamId, ownerId}: {teamId: string; ownerId: string}): Promise<void> {
      const {own, others} = await rightsIn(actor, teamId);
      if (ownerId === actor.userId ? own : others) return;
      throw forbidden(
        `manage_${ownerId === actor.userId ? 'own' : 'others'}_${kind} in the team ${teamId || '(none)'}`,
      );
    },

    /**
     * For changes that make a webhook do more, or something else, in its owner's name, or that let the caller act in
     * that name.
     *
     * @param what completes "Only the webhook's owner or a system administrator can …"
     * @throws AppError 403 unless the actor is the owner or a system administrator
     */
    async requireOwnerOrAdmin(actor: Actor, ownerId: string, what: string): Promise<void> {
      if (await isOwnerOrAdmin(actor, ownerId)) return;
      throw new AppError({
        id: 'api.context.permissions.app_error',
        message: `Only the webhook's owner or a system administrator can ${what}. Transfer it to yourself first.`,
        status: 403,
      });
    },
  };
}
