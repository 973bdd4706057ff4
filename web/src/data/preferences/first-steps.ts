import {me, useMe} from '../session/session.ts';
import {setPreferences, usePreference} from './preferences.ts';

const CATEGORY = 'tutorial_step';
/** The value for people who have finished or skipped the first steps. */
const DONE = '999';

/** The number of the step of the introduction that a new person is at, from 1; undefined if they are done with it. */
export function useFirstStep(): number | undefined {
  const at = usePreference(CATEGORY, useMe().id, DONE);
  // A new account starts at step 0.
  return at === DONE ? undefined : Math.max(1, Number(at));
}

/** Goes to another step of the introduction, or ends it. */
export function setFirstStep(step: number | undefined): Promise<void> {
  return setPreferences([{category: CATEGORY, name: me().id, value: step ? String(step) : DONE}]);
}
