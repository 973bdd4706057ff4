import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {byProgram} from '../compliance-content/compliance-content.ts';
import {likePattern, lowerCaseVariants, parseEmails, parseKeywords} from './order-rules/filters.ts';

/** The columns of `posts.csv` (docs/compatibility.md#compliance, row 15). */
export const POSTS_CSV_HEADER = [
  'TeamName',
  'TeamDisplayName',
  'ChannelName',
  'ChannelDisplayName',
  'ChannelType',
  'UserUsername',
  'UserEmail',
  'UserNickname',
  'UserType',
  'PostId',
  'PostCreateAt',
  'PostUpdateAt',
  'PostDeleteAt',
  'PostRootId',
  'PostOriginalId',
  'PostMessage',
  'PostType',
  'PostProps',
  'PostHashtags',
  'PostFileIds',
];

/** Selects posts created from `startAt` and before `endAt`, in milliseconds. */
export interface Selection {
  startAt: number;
  endAt: number;
  emails: string;
  keywords: string;
}

/** Posts in teams come first, then posts in direct and group channels (docs/specification.md#compliance-reports). */
export type Phase = 'teams' | 'direct';

export const PHASES: readonly Phase[] = ['teams', 'direct'];

function selected({startAt, endAt, emails, keywords}: Selection): SqlFragment {
  const addresses = parseEmails(emails);
  const patterns = parseKeywords(keywords).flatMap(lowerCaseVariants).map(likePattern);
  return sql`p.CreateAt >= ${startAt} and p.CreateAt < ${endAt}
    ${addresses.length === 0 ? sql.empty : sql`and p.UserId = any(array(select Id from Users where Email = any(${addresses})))`}
    ${patterns.length === 0 ? sql.empty : sql`and lower(p.Message) like any(${patterns})`}`;
}

// Spreadsheets treat a cell that starts like this, after spaces, as a formula: 61 =, 43 +, 45 -, 64 @, 9 TAB, 13 CR.
// Empty text becomes null, because COPY quotes empty text but not null.
function escapeFormula(column: SqlFragment): SqlFragment {
  return sql`case when ascii(ltrim(${column}, ' ')) in (61, 43, 45, 64, 9, 13)
    then '''' || ${column} else nullif(${column}, '') end`;
}

function time(column: SqlFragment): SqlFragment {
  return sql`to_char(to_timestamp(${column} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The rows of one phase, formatted by PostgreSQL as CSV: minimal quotes, formulas escaped, times in UTC with
 * milliseconds, in order of time and id. They include deleted posts, earlier versions of edited posts, system messages,
 * and archived channels and teams. A post whose channel was deleted is in the direct phase. Deleted channels and
 * authors are shown as their id.
 */
export function csvOf(selection: Selection, phase: Phase): SqlFragment {
  const inTeams = phase === 'teams';
  return sql`copy (
    select
      ${inTeams ? sql`place.teamname` : sql`case when place.Id is not null then 'direct-messages' end`},
      ${inTeams ? sql`place.teamdisplayname` : sql`case when place.Id is not null then 'Direct Messages' end`},
      coalesce(place.name, p.ChannelId), place.displayname, place.type,
      coalesce(author.username, p.UserId), author.email, author.nickname,
      case when ${byProgram(sql`author.isbot`)} then 'bot' else 'user' end, p.Id,
      ${time(sql`p.CreateAt`)},
      case when p.UpdateAt <> p.CreateAt then ${time(sql`p.UpdateAt`)} end,
      case when p.DeleteAt > 0 then ${time(sql`p.DeleteAt`)} end,
      nullif(p.RootId, ''), nullif(p.OriginalId, ''), ${escapeFormula(sql`p.Message`)}, ${escapeFormula(sql`p.Type`)},
      p.Props::text, ${escapeFormula(sql`p.Hashtags`)}, p.FileIds
    from Posts p
      left join (
        select c.Id, c.TeamId, ${escapeFormula(sql`c.Name`)} as name, ${escapeFormula(sql`c.DisplayName`)} as displayname, c.Type as type,
          ${escapeFormula(sql`t.Name`)} as teamname, ${escapeFormula(sql`t.DisplayName`)} as teamdisplayname
        from Channels c left join Teams t on t.Id = c.TeamId offset 0
      ) place on place.Id = p.ChannelId
      left join (
        select u.Id, ${escapeFormula(sql`u.Username`)} as username, ${escapeFormula(sql`u.Email`)} as email,
          ${escapeFormula(sql`u.Nickname`)} as nickname,
          b.UserId is not null as isbot
        from Users u left join Bots b on b.UserId = u.Id offset 0
      ) author on author.Id = p.UserId
    where ${selected(selection)} and ${inTeams ? sql`place.TeamId <> ''` : sql`coalesce(place.TeamId, '') = ''`}
    order by p.CreateAt, p.Id
  ) to stdout with (format csv)`;
}

/** The number of posts of a report. */
export function countOf(selection: Selection): SqlFragment {
  return sql`
    select count(*) as count from Posts p
    where ${selected(selection)}`;
}

/**
 * The number of posts that a report had at a time, in milliseconds, without later posts and edits. An edit keeps the
 * earlier version in a separate row, which represents the post at that time.
 */
export function countAsOf(selection: Selection, time: number): SqlFragment {
  return sql`
    select count(*) as count from Posts p
    where ${selected(selection)} and p.CreateAt <= ${time} and case
      when p.OriginalId = '' then not exists (
        select from Posts f where f.OriginalId = p.Id and f.OriginalId <> '' and f.UpdateAt > ${time})
      when p.UpdateAt > ${time} then not exists (
        select from Posts f
        where f.OriginalId = p.OriginalId and f.OriginalId <> '' and f.UpdateAt > ${time}
          and (f.UpdateAt, f.Id) < (p.UpdateAt, p.Id))
      else true
    end`;
}

/** The files of a report's posts, in the order of the posts, after a cursor. */
export function filesOf(
  selection: Selection,
  after: {createAt: number; id: string},
  limit: number,
): SqlFragment {
  return sql`
    select f.Id, f.PostId, f.Name, f.Path, f.Size, f.Sha256, p.CreateAt
    from FileInfo f join Posts p on p.Id = f.PostId
    where ${selected(selection)} and (p.CreateAt, f.Id) > (${after.createAt}, ${after.id})
    order by p.CreateAt, f.Id limit ${limit}`;
}
