import type {Team, TeamMembership} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {atom} from 'nanostores';
import {createContext, useContext} from 'react';
import {language} from '../../lib/language.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {useHasPermission, useIsAdministrator, useRolesGrant} from '../session/permissions.ts';
import {me, useMe} from '../session/session.ts';
import {useIsOn} from '../system/client-config.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

const teamsKey = ['my-teams'];
const membershipsKey = ['my-team-memberships'];

async function readTeams(): Promise<Team[]> {
  const teams = await server.getMyTeams();
  return teams
    .filter((team) => team.delete_at === 0)
    .sort((a, b) => a.display_name.localeCompare(b.display_name, language()));
}

/** The query for the person's teams. */
export const teamsQuery = {queryKey: teamsKey, queryFn: readTeams, meta: {isCopied: true}};

/** The person's teams, sorted by name. */
export function useTeamsQuery() {
  return useQuery(teamsQuery);
}

export function useTeams(): Team[] {
  return useTeamsQuery().data ?? [];
}

export function useTeamMembership(teamId: string): TeamMembership | undefined {
  const {data} = useQuery({
    queryKey: membershipsKey,
    queryFn: () => server.getMyTeamMembers(),
    meta: {isCopied: true},
  });
  return data?.find((membership) => membership.team_id === teamId);
}

/** Whether the person has a permission in the team; undefined until loaded. */
export function useHasTeamPermission(teamId: string, permission: string): boolean | undefined {
  const membership = useTeamMembership(teamId);
  return useRolesGrant(`${useMe().roles} ${membership?.roles ?? ''}`, permission);
}

/** Whether the person can create public or private channels in the team. */
export function useMayCreateChannel(teamId: string): boolean {
  const isPublic = useHasTeamPermission(teamId, 'create_public_channel');
  const isPrivate = useHasTeamPermission(teamId, 'create_private_channel');
  return isPublic === true || isPrivate === true;
}

/** Whether the person can invite members or guests to the team. */
export function useMayInvite(teamId: string): boolean {
  const mayAdd = useHasTeamPermission(teamId, 'add_user_to_team');
  return useHasTeamPermission(teamId, 'invite_guest') === true || mayAdd === true;
}

/** Whether the person can create teams. */
export function useMayCreateTeam(): boolean {
  const isOpen = useIsOn('EnableTeamCreation');
  const isPermitted = useHasPermission('create_team') === true;
  const isAdministrator = useIsAdministrator();
  return isAdministrator || (isOpen && isPermitted);
}

const CurrentTeam = createContext<Team | undefined>(undefined);
export const CurrentTeamProvider = CurrentTeam.Provider;

/** The open team. Direct messages are shown in the team that was open last. */
export function useCurrentTeam(): Team {
  return useContext(CurrentTeam)!;
}

export function useCurrentTeamIfAny(): Team | undefined {
  return useContext(CurrentTeam);
}

/** Reloads the teams, for example after joining one. */
export async function refreshTeams(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({queryKey: teamsKey}),
    queries.invalidateQueries({queryKey: membershipsKey}),
  ]);
}

/** Updates the teams on live events. */
export function followTeams(): void {
  for (const event of ['update_team', 'delete_team', 'restore_team', 'memberrole_updated']) {
    onLive(event, () => void refreshTeams());
  }
  for (const event of ['added_to_team', 'leave_team']) {
    onLive(event, ({data}) => {
      if (data.user_id === me().id) void refreshTeams();
    });
  }
  onMissedEvents(() => void refreshTeams());
}

/** The id of the team that the person just created, so that its page offers to invite people. Otherwise empty. */
export const $newTeamId = atom('');

const LAST_TEAM = 'last-team';

/** The name of the team that was open last in this browser. */
export function lastTeamName(): string | null {
  return localStorage.getItem(LAST_TEAM);
}

export function rememberLastTeam(name: string): void {
  localStorage.setItem(LAST_TEAM, name);
}
