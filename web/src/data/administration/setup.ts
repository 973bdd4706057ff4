import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {deletePreferences, setPreferences, usePreference} from '../preferences/preferences.ts';

/** Which steps to set up the server are done. */
export interface Setup {
  site_url: boolean;
  email: boolean;
  people: boolean;
  import_or_integration: boolean;
  backups: boolean;
}

const HIDDEN = {category: 'administration', name: 'hide_setup'};

/** The steps; undefined while loading, and if the person has hidden them. */
export function useSetup(): Setup | undefined {
  const isHidden = usePreference(HIDDEN.category, HIDDEN.name, 'false') === 'true';
  const {data} = useQuery({
    queryKey: ['administration', 'setup'],
    queryFn: () => server.call<Setup>('/system/setup'),
    enabled: !isHidden,
    staleTime: 0,
  });
  return isHidden ? undefined : data;
}

export const hideSetup = () => setPreferences([{...HIDDEN, value: 'true'}]);
export const showSetup = () => deletePreferences([HIDDEN]);
