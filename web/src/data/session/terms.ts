import type {TermsOfService} from '@mattermost/types/terms_of_service';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {useClientConfig} from '../system/client-config.ts';
import {setMe, useMe} from './session.ts';

const KEY = 'terms-of-service';
const DAY = 24 * 60 * 60 * 1000;

/** Whether the person has to accept the terms of service, because they are new or were accepted too long ago. */
export function useMustAcceptTerms(): boolean {
  const {
    EnableCustomTermsOfService,
    CustomTermsOfServiceId,
    CustomTermsOfServiceReAcceptancePeriod = '365',
  } = useClientConfig();
  const {terms_of_service_id: acceptedId, terms_of_service_create_at: acceptedAt = 0, is_bot} = useMe();
  if (EnableCustomTermsOfService !== 'true' || is_bot) return false;
  const end = acceptedAt + Number(CustomTermsOfServiceReAcceptancePeriod) * DAY;
  return acceptedId !== CustomTermsOfServiceId || end < Date.now();
}

/** The latest terms of service; null if none have been published. */
export function useTerms() {
  return useQuery({
    queryKey: [KEY, useClientConfig().CustomTermsOfServiceId],
    // Without terms, an error would be in the browser's console.
    queryFn: async () => (await server.call<TermsOfService | ''>('/terms_of_service?optional=true')) || null,
  });
}

export async function acceptTerms(id: string): Promise<void> {
  await server.updateMyTermsOfServiceStatus(id, true);
  setMe(await server.getMe());
}

export async function publishTerms(text: string): Promise<void> {
  await server.createTermsOfService(text);
  await queries.invalidateQueries({queryKey: [KEY]});
}
