import type {Stay} from './batch.ts';
import {compareTexts} from './compare-texts.ts';
import type {AuthorRow, StayRow} from './store.ts';

/**
 * Who was in a channel between two times in milliseconds, in order of joining. Whoever spoke was there, even if no
 * history says so.
 */
export function staysOf(
  rows: readonly StayRow[],
  authors: readonly AuthorRow[],
  {startTime, endTime}: {startTime: number; endTime: number},
): Stay[] {
  const stays = rows.map((row): Stay => {
    const stillThere = row.leavetime === null || row.leavetime > endTime;
    return {
      userId: row.userid,
      username: row.username,
      email: row.email,
      userType: row.isbot ? 'bot' : 'user',
      joinTime: row.jointime,
      leaveTime: stillThere ? endTime : row.leavetime!,
      wasThere: row.jointime <= startTime,
      stillThere,
    };
  });
  const known = new Set(stays.map(({userId}) => userId));
  for (const {userid, username, email, isbot} of authors) {
    if (known.has(userid)) continue;
    stays.push({
      userId: userid,
      username,
      email,
      userType: isbot ? 'bot' : 'user',
      joinTime: startTime,
      leaveTime: endTime,
      wasThere: true,
      stillThere: true,
    });
  }
  return stays.sort(
    (a, b) => a.joinTime - b.joinTime || compareTexts(a.email, b.email) || compareTexts(a.userId, b.userId),
  );
}
