import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

const OPEN = 'open-invitations';

const refresh = () => queries.invalidateQueries({queryKey: [OPEN]});

onLive('invitations_changed', () => void refresh());
onMissedEvents(() => void refresh());

/** An email invitation that has not been accepted yet. Times are in milliseconds. */
export interface OpenInvitation {
  id: string;
  team_id: string;
  email: string;
  is_guest: boolean;
  inviter_id: string;
  create_at: number;
  /** 0 until the email is sent. */
  expires_at: number;
}

/** An open invitation to any team, for administrators. */
export interface InvitationToTeam extends OpenInvitation {
  team_display_name: string;
}

export type InvitationKind = 'all' | 'members' | 'guests';

export const PER_PAGE = 50;

/** A page of the open invitations to all teams, newest first. */
export function readAllInvitations({
  term,
  kind,
  page,
}: {
  /** A part of the address. */
  term: string;
  kind: InvitationKind;
  page: number;
}): Promise<InvitationToTeam[]> {
  const query = new URLSearchParams({
    page: String(page),
    per_page: String(PER_PAGE),
    ...(term !== '' && {term}),
    ...(kind !== 'all' && {is_guest: String(kind === 'guests')}),
  });
  return server.call(`/teams/invites/email?${query}`);
}

/** The open invitations to a team that the person can see, newest first. */
export function useOpenInvitations(teamId: string) {
  return useQuery({
    queryKey: [OPEN, teamId],
    queryFn: () =>
      allPages<OpenInvitation>((page, perPage) =>
        server.call(`/teams/${teamId}/invites/email?page=${page}&per_page=${perPage}`),
      ),
  });
}

export async function revokeInvitation({id, team_id}: OpenInvitation): Promise<void> {
  await server.call(`/teams/${team_id}/invites/email/${id}`, {method: 'DELETE'});
  await refresh();
}

/** Revokes all email invitations that have not been accepted, in all teams. */
export async function revokeInvitations(): Promise<void> {
  await server.call('/teams/invites/email', {method: 'DELETE'});
  await refresh();
}
