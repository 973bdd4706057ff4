import type {Queryable} from '../../platform/database/queryable.ts';

/** An open invitation, without secrets. */
export interface OpenInvitation {
  id: string;
  email: string;
  inviterid: string;
  isguest: boolean;
  /** In milliseconds. */
  createat: number;
  /** In milliseconds; 0 while the email is queued. */
  sentat: number;
}

interface Filter {
  teamId: string;
  /** Only invitations by this user; undefined for all. */
  inviterId?: string | undefined;
  /** Only this invitation. */
  id?: string;
}

/**
 * The open invitations to a team, newest first: queued emails, and tokens created since `sentSince`. An email that was
 * sent more than once has several tokens.
 */
export function selectInvitations(
  db: Queryable,
  {teamId, inviterId, id}: Filter,
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
      select Id, Data->>'email' as Email, Data->>'inviterId' as InviterId,
        (Data->>'isGuest')::boolean as IsGuest, min(CreateAt)::bigint as CreateAt,
        case when bool_or(IsQueued) then 0 else max(CreateAt) end::bigint as SentAt
      from invitations
      where Data->>'teamId' = $1 and ($2::text is null or Data->>'inviterId' = $2)
        and Id is not null and ($3::text is null or Id = $3)
      group by 1, 2, 3, 4
      order by CreateAt desc, Id offset $5 limit $6`,
    values: [teamId, inviterId ?? null, id ?? null, sentSince, offset, limit],
  });
}
