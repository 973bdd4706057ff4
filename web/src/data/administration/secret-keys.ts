import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** A key that seals secrets in the database. The key itself never leaves the server. */
export interface SecretKey {
  id: string;
  /** In milliseconds; null for keys from the environment. */
  create_at: number | null;
  is_current: boolean;
  /** The number of secrets that are sealed with it. */
  secrets: number;
}

export interface SecretKeys {
  /** The file or the environment variable with the keys. */
  source: string;
  /** Whether the keys come from the environment. */
  is_fixed: boolean;
  /** The number of secrets that are not sealed until the next start. */
  plain: number;
  /** The current key first. */
  keys: SecretKey[];
}

export function useSecretKeys() {
  return useQuery({
    queryKey: ['administration', 'secret-keys'],
    queryFn: () => server.call<SecretKeys>('/system/secret_keys'),
    staleTime: 0,
  });
}
