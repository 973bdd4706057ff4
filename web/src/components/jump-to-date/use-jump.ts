import {t} from '@lingui/core/macro';
import {useNavigate} from 'react-router';
import {findFirstPost} from '../../data/posts/first-post.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {zonedMillis} from '../../lib/zoned-time.ts';

/**
 * Returns a function that leads to the first message of a channel on a day (`2026-01-31`, in the person's time zone) or
 * later; without a day, to the first message of the channel. It rejects with an error for the person.
 */
export function useJump(channelId: string): (day?: string) => Promise<void> {
  const dates = useDates();
  const team = useCurrentTeam();
  const navigate = useNavigate();
  return async (day) => {
    const from = day === undefined ? 0 : zonedMillis(`${day}T00:00`, dates.timeZone)!;
    const postId = await findFirstPost(channelId, Math.max(0, from));
    if (postId === undefined) throw new Error(t`There are no messages here yet.`);
    await navigate(`/${team.name}/pl/${postId}`);
  };
}
