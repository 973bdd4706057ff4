import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** A change to the settings in the database. */
export interface SettingsVersion {
  version: number;
  create_at: number;
  /** Empty for changes by the command line or the server itself. */
  user_id: string;
  origin: 'initial' | 'file' | 'change' | 'restore' | 'backup';
  /** For `restore`, the version that was restored. */
  restored_version: number;
  /** A secret that is set is masked. */
  changes: {name: string; before: unknown; after: unknown}[];
}

export const VERSIONS_PER_PAGE = 20;

/** A page of the history, newest first. */
export function useSettingsHistory(page: number) {
  return useQuery({
    queryKey: ['administration', 'settings-history', page],
    queryFn: () =>
      server.call<SettingsVersion[]>(`/config/history?page=${page}&per_page=${VERSIONS_PER_PAGE}`),
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

export function restoreSettings(version: number): Promise<unknown> {
  return server.call(`/config/history/${version}/restore`, {method: 'POST'});
}
