import {useQuery} from '@tanstack/react-query';
import {cached, queries} from './queries.ts';
import {server} from './server.ts';
import {useStore} from './store.ts';

const query = {
  queryKey: ['client-config'],
  // Everything is text on the wire, and the server sends more than the client library's type knows.
  queryFn: async () => (await server.getClientConfig()) as unknown as Record<string, string>,
  staleTime: Number.POSITIVE_INFINITY,
};

/** The settings that the server tells every client; more of them once somebody is signed in. */
export function useClientConfigQuery() {
  return useQuery(query);
}

const known = cached<Record<string, string>>(query.queryKey);
const NONE: Record<string, string> = {};

/** The settings, below the place where they have been waited for. */
export function useClientConfig(): Record<string, string> {
  return useStore(known) ?? NONE;
}

/** Whether a setting is on. */
export function useIsOn(setting: string): boolean {
  return useClientConfig()[setting] === 'true';
}

export function refreshClientConfig(): Promise<void> {
  return queries.invalidateQueries({queryKey: query.queryKey});
}

export function clientConfig(): Record<string, string> {
  return queries.getQueryData<Record<string, string>>(query.queryKey) ?? {};
}
