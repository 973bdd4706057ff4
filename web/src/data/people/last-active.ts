import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {useIsOn} from '../system/client-config.ts';

/** In milliseconds. Statuses of other people aren't sent as events, so they are polled. */
const POLL_INTERVAL = 30_000;
/** The name of the prop, the same as in other clients. */
const PROP = 'show_last_active';

/** Whether the person lets others see when they were last active. */
export const showsLastActive = ({props}: UserProfile): boolean => props?.[PROP] !== 'false';

export async function setShowsLastActive(person: UserProfile, shows: boolean): Promise<UserProfile> {
  return server.patchMe({props: {...person.props, [PROP]: String(shows)}});
}

/**
 * When a person was last active, in milliseconds. Undefined while they are online, for bots, and for people who hide
 * it.
 */
export function useLastActive(person: UserProfile | undefined): number | undefined {
  const isOn = useIsOn('EnableLastActiveTime');
  const {data} = useQuery({
    queryKey: ['last-active', person?.id],
    queryFn: () => server.getStatus(person!.id),
    enabled: isOn && person !== undefined && !person.is_bot && showsLastActive(person),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL,
  });
  return data && data.status !== 'online' ? data.last_activity_at || undefined : undefined;
}
