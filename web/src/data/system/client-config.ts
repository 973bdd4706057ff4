import {useStore} from '@nanostores/react';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {queries, readByQuery} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

export const configQuery = queryOptions({
  queryKey: ['client-config'],
  // All values are strings. The server sends more settings than the client library's type declares.
  queryFn: async () => (await server.getClientConfig()) as unknown as Record<string, string>,
  staleTime: Number.POSITIVE_INFINITY,
  meta: {isCopied: true},
});

/** The settings that the server sends to clients. Signed-in people get more of them. */
export function useClientConfigQuery() {
  return useQuery(configQuery);
}

const $config = readByQuery<Record<string, string>>(configQuery.queryKey);
const NONE: Record<string, string> = {};

/** The settings. Only for components that render after the settings are loaded. */
export function useClientConfig(): Record<string, string> {
  return useStore($config) ?? NONE;
}

/** Whether a setting is `true`. */
export function useIsOn(setting: string): boolean {
  return useClientConfig()[setting] === 'true';
}

export function refreshClientConfig(): Promise<void> {
  return queries.invalidateQueries({queryKey: configQuery.queryKey});
}

export function clientConfig(): Record<string, string> {
  return queries.getQueryData(configQuery.queryKey) ?? NONE;
}
