import type {Channel} from '@mattermost/types/channels';
import type {Scheme} from '@mattermost/types/schemes';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../lib/pages.ts';
import {server} from '../../lib/server.ts';

/** A team or a channel that uses a scheme. */
export type SchemeUser = Team | Channel;

/** What uses the scheme: teams or channels, depending on its scope. */
export function useSchemeUsers({id, scope}: Scheme) {
  return useQuery({
    queryKey: ['administration', 'scheme-users', id],
    queryFn: () =>
      allPages((page, perPage) =>
        server.call<SchemeUser[]>(`/schemes/${id}/${scope}s?page=${page}&per_page=${perPage}`),
      ),
    staleTime: 0,
  });
}

/** The texts of a scheme that people enter. */
export interface SchemeTexts {
  display_name: string;
  description: string;
}

/** Creates a scheme for teams, with copies of the built-in roles. */
export function createScheme(texts: SchemeTexts): Promise<Scheme> {
  return server.call('/schemes', {method: 'POST', body: {...texts, scope: 'team'}});
}

export async function editScheme(id: string, texts: SchemeTexts): Promise<void> {
  await server.call(`/schemes/${id}/patch`, {method: 'PUT', body: texts});
}

export async function deleteScheme(id: string): Promise<void> {
  await server.call(`/schemes/${id}`, {method: 'DELETE'});
}

/** Makes a team or a channel use a scheme, or the built-in roles if its id is empty. */
export async function setScheme(scope: Scheme['scope'], id: string, schemeId: string): Promise<void> {
  await server.call(`/${scope}s/${id}/scheme`, {method: 'PUT', body: {scheme_id: schemeId}});
}
