import type {Config} from '../../platform/config/config.ts';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import type {TeamView} from './present.ts';
import type {TeamFilter, TeamRow} from './store.ts';
import type {Teams} from './teams.ts';

export type TeamAccess = ReturnType<typeof createTeamAccess>;

/** Permission checks for teams. */
export function createTeamAccess({
  permissions,
  teams,
  config,
}: {
  permissions: Permissions;
  teams: Pick<Teams, 'openInviteId'>;
  config: Config;
}) {
  async function canSee(actor: Actor, team: TeamRow): Promise<boolean> {
    if (await permissions.can(actor, 'view_team', {teamId: team.id})) return true;
    return isOpen(team) && (await permissions.can(actor, 'list_public_teams'));
  }

  return {
    canSee,

    /** @throws AppError 403 unless the actor may create teams. */
    async requireCreate(actor: Actor): Promise<void> {
      const isOpen = config.get().TeamSettings.EnableTeamCreation;
      if (await permissions.can(actor, isOpen ? 'create_team' : 'manage_system')) return;
      throw new AppError({
        id: 'api.team.is_team_creation_allowed.disabled.app_error',
        message: 'You cannot create teams on this server. Ask an administrator.',
        status: 403,
      });
    },

    /** @throws AppError 403 unless the actor is in the team, or the team is open and the actor may list open teams. */
    async requireSee(actor: Actor, team: TeamRow): Promise<void> {
      if (!(await canSee(actor, team))) {
        throw forbidden(`userId=${actor.userId}, permission=view_team, teamId=${team.id}`);
      }
    },

    /**
     * What the actor sees of the team: users who manage it see everything, and users who may invite see the invite id.
     */
    async viewFor(actor: Actor, team: TeamRow): Promise<TeamView> {
      const teamId = team.id;
      const manages = await permissions.can(actor, 'manage_team', {teamId});
      const invites = manages || (await permissions.can(actor, 'invite_user', {teamId}));
      return {email: manages, inviteId: invites ? teams.openInviteId(team) : ''};
    },

    /** Restricts lists to the teams that the actor may list. @throws AppError 403 if the actor may not list any. */
    async listable(actor: Actor): Promise<Pick<TeamFilter, 'openInvite' | 'archivedToo'>> {
      const archivedToo = await permissions.can(actor, 'manage_system');
      const open = await permissions.can(actor, 'list_public_teams');
      const closed = await permissions.can(actor, 'list_private_teams');
      if (!open && !closed) {
        throw new AppError({
          id: 'api.team.get_all_teams.insufficient_permissions',
          message: 'You cannot list the teams of this server.',
          status: 403,
        });
      }
      return {openInvite: open && closed ? undefined : open, archivedToo};
    },

    /**
     * @throws AppError 403 unless the actor may join. Everyone can join an open team, but few users can join others.
     */
    async requireJoin(actor: Actor, team: TeamRow): Promise<void> {
      const permission = isOpen(team) ? 'join_public_teams' : 'join_private_teams';
      if (await permissions.can(actor, permission)) return;
      const {id, status, detail} = forbidden(`userId=${actor.userId}, permission=${permission}`);
      throw new AppError({
        id,
        status,
        detail,
        message: `You do not have the appropriate permissions. The team "${team.name}" is invite-only: ask a member for an invitation.`,
      });
    },
  };
}

function isOpen({allowopeninvite, deleteat}: TeamRow): boolean {
  return allowopeninvite && deleteat === 0;
}
