import type {Session} from '@mattermost/types/sessions';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from './session.ts';

export type OwnSession = Session & {is_current: boolean};

const queryKey = ['own-sessions'];

/** The person's sessions: the current one first, then the most recently used. */
export function useOwnSessions() {
  return useQuery({
    queryKey,
    staleTime: 0,
    queryFn: async () => {
      const sessions = (await server.getSessions(me().id)) as OwnSession[];
      return sessions.sort(
        (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_activity_at - a.last_activity_at,
      );
    },
  });
}

export async function revokeOwnSessions(sessions: readonly OwnSession[]): Promise<void> {
  for (const {id} of sessions) await server.revokeSession(me().id, id);
  await refreshOwnSessions();
}

export function refreshOwnSessions(): Promise<void> {
  return queries.invalidateQueries({queryKey});
}
