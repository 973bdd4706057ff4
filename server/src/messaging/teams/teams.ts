import type {Static} from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import type {Channels} from '../channels/channels.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {createTeamLists} from './lists.ts';
import {createTeamMembers} from './members/members.ts';
import {PUBLIC_TEAM_VIEW, presentTeam} from './present.ts';
import type {NewTeam, Team, TeamPatch} from './schema.ts';
import {
  insertTeam,
  isTeamScheme,
  selectTeam,
  selectTeamByInviteId,
  selectTeamByName,
  type TeamChange,
  type TeamRow,
  updateTeam,
  updateTeamArchived,
} from './store.ts';
import {invalidTeam, inviteNotFound, teamNameNotFound, teamNotFound} from './team-errors.ts';
import {requireValidTeamFields, requireValidTeamName, requireValidTeamType} from './team-rules.ts';

export {changeTeamsAsGuest} from './members/store.ts';
export {presentTeam} from './present.ts';
export {clearSchemeOfTeams, type TeamRow} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** These events contain the public view of the team: without email and invite id. */
    'team:created': {teamId: string};
    'team:changed': {team: Static<typeof Team>};
    'team:archived': {team: Static<typeof Team>};
    'team:restored': {team: Static<typeof Team>};
  }
}

export type Teams = ReturnType<typeof createTeams>;

/** Teams and their members. */
export function createTeams({
  cluster,
  database,
  events,
  config,
  permissions,
  channels,
  sealing,
}: {
  cluster: Cluster;
  database: Database;
  events: EventBus;
  config: Config;
  permissions: Permissions;
  channels: Channels;
  sealing: Sealing;
}) {
  const inviteIds = sealing.column('Teams', 'InviteId');
  const members = createTeamMembers({database, events, config, permissions, channels});

  function newInviteId(teamId: string): Pick<TeamRow, 'inviteid' | 'inviteidhash'> {
    const inviteId = newId();
    return {inviteid: inviteIds.seal(teamId, inviteId), inviteidhash: hashToken(inviteId)};
  }

  async function write(id: string, change: TeamChange): Promise<TeamRow> {
    const row = await updateTeam(database, id, change, Date.now());
    if (!row) throw teamNotFound(id);
    events.publish('team:changed', {team: presentTeam(row, PUBLIC_TEAM_VIEW)});
    return row;
  }

  async function setArchived(id: string, archived: boolean): Promise<TeamRow> {
    const now = Date.now();
    const row = await updateTeamArchived(database, id, archived, now);
    if (!row) {
      const unchanged = await selectTeam(database, id);
      if (!unchanged) throw teamNotFound(id);
      return unchanged;
    }
    events.publish('team-standing:changed', {teamId: id});
    events.publish(archived ? 'team:archived' : 'team:restored', {team: presentTeam(row, PUBLIC_TEAM_VIEW)});
    return row;
  }

  return {
    /** Includes archived teams. @throws AppError 404 for an unknown id. */
    async byId(id: string): Promise<TeamRow> {
      const row = await selectTeam(database, id);
      if (!row) throw teamNotFound(id);
      return row;
    },

    /** Ignores case and includes archived teams. @throws AppError 404 for an unknown name. */
    async byName(name: string): Promise<TeamRow> {
      const row = await selectTeamByName(database, name.toLowerCase());
      if (!row) throw teamNameNotFound(name);
      return row;
    },

    /** A team by its name, ignoring case and including archived teams; undefined if there is none. */
    findByName: (name: string) => selectTeamByName(database, name.toLowerCase()),

    /** The team's invite id in plain text. */
    openInviteId: (team: TeamRow): string => inviteIds.open(team.id, team.inviteid),

    /** Returns a new encrypted invite id for a team that another feature created. */
    freshInvite: newInviteId,

    /** The team with this invite id. @throws AppError 404 if there is none. */
    async byInviteId(inviteId: string): Promise<TeamRow> {
      const row = inviteId ? await selectTeamByInviteId(database, inviteId) : undefined;
      if (!row) throw inviteNotFound(inviteId);
      return row;
    },

    /**
     * Creates a team with its default channels, and makes the creator administrator of all of them.
     *
     * @throws AppError 400 for an invalid field or a taken name.
     */
    async create(input: Static<typeof NewTeam>, creatorId: string): Promise<TeamRow> {
      const {name, type} = input;
      requireValidTeamName(name);
      requireValidTeamType(type);
      requireValidTeamFields(input);
      const now = Date.now();
      const {team, publishJoined} = await database.transaction(async (tx) => {
        const id = newId();
        const inserted = await insertTeam(tx, {
          id,
          createat: now,
          displayname: input.display_name,
          name,
          description: input.description ?? '',
          email: input.email ?? '',
          type,
          companyname: input.company_name ?? '',
          alloweddomains: input.allowed_domains ?? '',
          ...newInviteId(id),
          allowopeninvite: input.allow_open_invite ?? false,
        });
        if (!inserted) throw nameTaken(name);
        await channels.createDefaults(tx, inserted.id, creatorId, now);
        return {
          team: inserted,
          publishJoined: await members.insertMemberAndChannels(tx, inserted, creatorId, {
            asAdmin: true,
            actorId: creatorId,
            now,
          }),
        };
      });
      events.publish('team:created', {teamId: team.id});
      publishJoined?.();
      return team;
    },

    lists: createTeamLists({cluster, database, events}),

    /**
     * Edits the given fields and whether everyone can join.
     *
     * @throws AppError 404 for an unknown team, 400 for an invalid value.
     */
    async change(id: string, patch: Static<typeof TeamPatch>): Promise<TeamRow> {
      requireValidTeamFields(patch);
      const requested: TeamChange = {
        displayname: patch.display_name,
        description: patch.description,
        companyname: patch.company_name,
        alloweddomains: patch.allowed_domains,
        allowopeninvite: patch.allow_open_invite,
      };
      return write(id, withoutUndefined(requested));
    },

    /**
     * Opens a team to everyone on the server (`O`) or restricts it to invited users (`I`). Closing a team revokes its
     * invitations.
     *
     * @throws AppError 404 for an unknown team.
     */
    async setPrivacy(id: string, type: 'O' | 'I'): Promise<TeamRow> {
      return write(id, {
        type,
        allowopeninvite: type === 'O',
        ...(type === 'I' ? newInviteId(id) : {}),
      });
    },

    /** Records when a team's icon was set; 0 if it has none. @throws AppError 404 for an unknown team. */
    setIconTime: (id: string, lastIconUpdate: number) => write(id, {lastteamiconupdate: lastIconUpdate}),

    /** Replaces a team's invite id, which revokes its invitations. @throws AppError 404 for an unknown team. */
    regenerateInviteId: (id: string) => write(id, newInviteId(id)),

    /**
     * Sets a team's scheme, or removes it for `''`.
     *
     * @throws AppError 404 for an unknown team, 400 for an invalid scheme.
     */
    async setScheme(id: string, schemeId: string): Promise<TeamRow> {
      if (schemeId !== '' && !(await isTeamScheme(database, schemeId))) {
        throw invalidTeam(
          'api.team.update_team_scheme.scheme_scope.error',
          "This scheme doesn't exist, or it is not for teams.",
          'scheme_id',
          `There is no team scheme with the id ${schemeId}.`,
        );
      }
      const row = await write(id, {schemeid: schemeId});
      events.publish('team-standing:changed', {teamId: id});
      return row;
    },

    /** Archives a team if it is active. @throws AppError 404 for an unknown team. */
    archive: (id: string) => setArchived(id, true),

    /** Unarchives a team. @throws AppError 404 for an unknown team. */
    restore: (id: string) => setArchived(id, false),

    ...members,
  };
}

/** Returns the change without undefined values. */
function withoutUndefined(change: TeamChange): TeamChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function nameTaken(name: string) {
  return new AppError({
    id: 'app.team.save.existing.app_error',
    message: `A team with the name "${name}" already exists, possibly archived. Choose another name.`,
    params: {name},
    status: 400,
    path: 'name',
  });
}
