import type {UserProfile} from '@mattermost/types/users';
import {useStore} from '@nanostores/react';
import {queryOptions, useMutation, useQuery} from '@tanstack/react-query';
import {clearOffline} from '../../lib/offline-store.ts';
import {changeQueryData, changeWhileSaving, queries, readByQuery} from '../../lib/queries.ts';
import {$sessionEnded, errorMessage, Refusal, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {connect, disconnect, loadsAgain} from '../system/live.ts';

/**
 * The id of the account that may have a session; undefined if there is none. The server sets this cookie together
 * with the session cookie, which scripts can't read.
 */
export function signedInId(): string | undefined {
  return /(?:^|; )MMUSERID=(\w+)/.exec(document.cookie)?.[1];
}

async function readCurrentUser(): Promise<UserProfile | null> {
  const isShown = () => Boolean(queries.getQueryData(sessionQuery.queryKey));
  if (signedInId()) {
    try {
      return await server.getMe();
    } catch (error) {
      if (!(error instanceof Refusal && error.status_code === 401)) throw error;
    }
  } else if (!isShown()) {
    return null;
  }
  // If the cookie is gone, another tab has signed out, or another response has said that the session is over.
  await clearOffline();
  // If the page shows data of the account, it must be reloaded before another account signs in. Pages that require a
  // session are removed before there is none.
  $sessionEnded.set(isShown());
  return null;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readCurrentUser,
  staleTime: Number.POSITIVE_INFINITY,
  meta: {isCopied: true},
});

/** The signed-in person, or null. */
export function useSession() {
  return useQuery(sessionQuery);
}

const $me = readByQuery<UserProfile | null>(sessionQuery.queryKey);

/** The signed-in person. Only for pages that require signing in. */
export function useMe(): UserProfile {
  return useStore($me)!;
}

export function me(): UserProfile {
  return queries.getQueryData(sessionQuery.queryKey)!;
}

/** Updates the signed-in person with what the server sent, unless that is older. */
export function setMe(user: UserProfile): void {
  changeQueryData<UserProfile | null>(sessionQuery.queryKey, (before) =>
    before && !(user.update_at < before.update_at) ? {...before, ...user} : before,
  );
}

/** Changes the signed-in person's account. The change is shown immediately, and reverted if the server rejects it. */
export function changeMe(change: Partial<UserProfile>): void {
  changeWhileSaving<UserProfile | null, UserProfile>(
    sessionQuery.queryKey,
    (before) => before && {...before, ...change},
    () => server.patchMe(change),
  ).then(setMe, (error) => showError(errorMessage(error)));
}

/** Signs in with a username or email address. */
export function useSignIn() {
  return useMutation({
    mutationFn: ({loginId, password}: {loginId: string; password: string}) => server.login(loginId, password),
    onSuccess: () => {
      // If the session expired, reload the page, because the data in memory may belong to another account.
      if ($sessionEnded.get()) window.location.reload();
      else {
        loadsAgain();
        return queries.invalidateQueries();
      }
    },
  });
}

/** Signs out and reloads the page, so that no data of the session stays in memory. */
export async function signOut(): Promise<void> {
  // Without this, the page would show that the session has expired.
  disconnect();
  try {
    await server.logout();
  } catch (error) {
    connect();
    throw error;
  }
  await clearOffline();
  window.location.assign('/');
}
