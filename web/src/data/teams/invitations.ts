import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** An email invitation as contained in its link. */
export interface EmailInvitation {
  token: string;
  teamName: string;
  email: string;
}

/** The invitation in the query string of a link; undefined if there is none. */
export function emailInvitationIn(params: URLSearchParams): EmailInvitation | undefined {
  const token = params.get('t');
  if (!token) return undefined;
  let described: {display_name?: unknown; email?: unknown} = {};
  try {
    described = JSON.parse(params.get('d') ?? '{}') ?? {};
  } catch {
    // The link was cut off. The invitation is still valid if its token is complete.
  }
  return {token, teamName: String(described.display_name ?? ''), email: String(described.email ?? '')};
}

/** Accepts an email invitation. Returns the team's id. */
export async function joinWithToken(token: string): Promise<string> {
  const path = `/teams/members/invite?token=${encodeURIComponent(token)}`;
  const member = await server.call<{team_id: string}>(path, {method: 'POST'});
  return member.team_id;
}

/** The result of an invitation. */
export interface InvitationResult {
  email: string;
  /** Why it wasn't sent. */
  error: {id: string; message: string} | undefined;
}

/** Invites people to a team by email. Guests join only the given channels. Rejects if none can be invited. */
export async function sendInvitations(
  teamId: string,
  {
    emails,
    isGuest,
    channelIds,
    message,
  }: {emails: readonly string[]; isGuest: boolean; channelIds: readonly string[]; message: string},
): Promise<InvitationResult[]> {
  const outcomes = await server.call<{email: string; error: InvitationResult['error'] | null}[]>(
    `/teams/${teamId}/${isGuest ? 'invite-guests' : 'invite'}/email?graceful=true`,
    {method: 'POST', body: {emails, message, ...(isGuest ? {channels: channelIds} : {channelIds})}},
  );
  return outcomes.map(({email, error}) => ({email, error: error ?? undefined}));
}

/** The team that an invitation link leads to. */
export function useInvitation(inviteId: string, isEnabled = true) {
  return useQuery({
    queryKey: ['invitation', inviteId],
    queryFn: () => server.getTeamInviteInfo(inviteId),
    enabled: isEnabled,
    retry: false,
  });
}
