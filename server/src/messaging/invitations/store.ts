import type {Queryable} from '../../platform/database/queryable.ts';

/** An open invitation, without secrets. */
export interface OpenInvitation {
  id: string;
  teamid: string;
  teamdisplayname: string;
  email: string;
  inviterid: string;
  isguest: boolean;
  /** In milliseconds. */
  createat: number;
  /** In milliseconds; 0 while the email is queued. */
  sentat: number;
}

export interface InvitationFilter {
  /** Only invitations to this team; undefined for all teams. */
  teamId?: string;
  /** Only invitations by this user; undefined for all. */
  inviterId?: string | undefined;
  /** Only this invitation. */
  id?: string;
  /** Only invitations of guests, or only those of members; undefined for both. */
  isGuest?: boolean | undefined;
  /** Only addresses that contain this text. */
  term?: string;
}

/**
 * Open invitations, newest first: queued emails, and tokens created since `sentSince`. An email that was
 * sent more than once has several tokens.
 */
export function selectInvitations(
  db: Queryable,
  {teamId, inviterId, id, isGuest, term = ''}: InvitationFilter,
  {sentSince, offset, limit}: {sentSince: number; offset: number; limit: number},
): Promise<OpenInvitation[]> {
  return db.rows<OpenInvitation>({
    text: `
      with invitations as (
        select Id, Data, CreateAt, true as IsQueued from MailQueue where Kind = 'invitation'
        union all
        select Extra::jsonb->>'id', Extra::jsonb, CreateAt, false from Tokens
        where Type in ('team_invitation', 'guest_invitation') and CreateAt > $4
      )
      select i.Id, t.Id as TeamId, t.DisplayName as TeamDisplayName, Data->>'email' as Email,
        Data->>'inviterId' as InviterId, (Data->>'isGuest')::boolean as IsGuest, min(i.CreateAt)::bigint as CreateAt,
        case when bool_or(IsQueued) then 0 else max(i.CreateAt) end::bigint as SentAt
      from invitations i join Teams t on t.Id = Data->>'teamId'
      where ($1::text is null or t.Id = $1) and ($2::text is null or Data->>'inviterId' = $2)
        and i.Id is not null and ($3::text is null or i.Id = $3)
        and ($7::boolean is null or (Data->>'isGuest')::boolean = $7) and strpos(Data->>'email', $8) > 0
      group by 1, 2, 3, 4, 5, 6
      order by CreateAt desc, Id offset $5 limit $6`,
    values: [
      teamId ?? null,
      inviterId ?? null,
      id ?? null,
      sentSince,
      offset,
      limit,
      isGuest ?? null,
      term.toLowerCase(),
    ],
  });
}
