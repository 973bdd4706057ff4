import {deletePreferences, setPreferences, usePreference} from '../../lib/preferences.ts';
import {queries} from '../../lib/queries.ts';

const CATEGORY = 'flagged_post';

export function useIsSaved(postId: string): boolean {
  return usePreference(CATEGORY, postId, '') === 'true';
}

/** Keeps a message for later, or lets it go. */
export async function setSaved(postId: string, saved: boolean): Promise<void> {
  if (saved) await setPreferences([{category: CATEGORY, name: postId, value: 'true'}]);
  else await deletePreferences([{category: CATEGORY, name: postId}]);
  await queries.invalidateQueries({queryKey: ['saved-posts']});
}
