import {useStore} from '@nanostores/react';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {queries, readByQuery} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

export const configQuery = queryOptions({
  queryKey: ['client-config'],
  // Everything is text on the wire, and the server sends more than the client library's type knows.
  queryFn: async () => (await server.getClientConfig()) as unknown as Record<string, string>,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The settings that the server tells every client; more of them once somebody is signed in. */
export function useClientConfigQuery() {
  return useQuery(configQuery);
}

const $config = readByQuery<Record<string, string>>(configQuery.queryKey);
const NONE: Record<string, string> = {};

/** The settings, below the place where they have been waited for. */
export function useClientConfig(): Record<string, string> {
  return useStore($config) ?? NONE;
}

/** Whether a setting is on. */
export function useIsOn(setting: string): boolean {
  return useClientConfig()[setting] === 'true';
}

export function refreshClientConfig(): Promise<void> {
  return queries.invalidateQueries({queryKey: configQuery.queryKey});
}

export function clientConfig(): Record<string, string> {
  return queries.getQueryData(configQuery.queryKey) ?? NONE;
}
