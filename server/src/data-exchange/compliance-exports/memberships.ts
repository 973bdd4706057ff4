import type {Membership} from './batch.ts';
import {compareTexts} from './compare-texts.ts';
import type {AuthorRow, MembershipRow} from './store.ts';

/**
 * The memberships of a channel between two times in milliseconds, in order of joining. Authors of posts count as
 * members even without a membership history.
 */
export function membershipsOf(
  rows: readonly MembershipRow[],
  authors: readonly AuthorRow[],
  {startTime, endTime}: {startTime: number; endTime: number},
): Membership[] {
  const memberships = rows.map((row): Membership => {
    const isStillMember = row.leavetime === null || row.leavetime > endTime;
    return {
      userId: row.userid,
      username: row.username,
      email: row.email,
      userType: row.isbot ? 'bot' : 'user',
      joinTime: row.jointime,
      leaveTime: isStillMember ? endTime : row.leavetime!,
      joinedBefore: row.jointime <= startTime,
      isStillMember,
    };
  });
  const known = new Set(memberships.map(({userId}) => userId));
  for (const {userid, username, email, isbot} of authors) {
    if (known.has(userid)) continue;
    memberships.push({
      userId: userid,
      username,
      email,
      userType: isbot ? 'bot' : 'user',
      joinTime: startTime,
      leaveTime: endTime,
      joinedBefore: true,
      isStillMember: true,
    });
  }
  return memberships.sort(
    (a, b) => a.joinTime - b.joinTime || compareTexts(a.email, b.email) || compareTexts(a.userId, b.userId),
  );
}
