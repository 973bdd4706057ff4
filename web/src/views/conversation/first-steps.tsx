import {Button} from '../../components/ui/button.tsx';
import {setPreferences, usePreference} from '../../data/preferences/preferences.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';
import styles from './first-steps.module.css';

const CATEGORY = 'tutorial_step';
/** The step of whoever has seen them all, or wants to see none. */
const DONE = '999';

const STEPS = [
  {
    title: 'Write to a channel',
    text: 'Enter sends. Type @ for people, ~ for channels, : for emoji, and / for what your programs can do.',
  },
  {
    title: 'Find your way',
    text: 'The field above, or Ctrl K, finds every channel and person. The plus beside it opens more: channels to join, or somebody to write to.',
  },
  {
    title: 'Make it yours',
    text: 'Your own picture leads to the settings: colours, clock, and what you are told of.',
  },
];

/** What a new person should know, a step at a time, where their account or an import says that they begin. */
export function FirstSteps() {
  const me = useMe();
  const at = usePreference(CATEGORY, me.id, DONE);
  // An account that has just been made is before the first step.
  const number = Math.max(1, Number(at));
  const step = STEPS[number - 1];
  if (!step) return null;
  const go = (value: string) =>
    void setPreferences([{category: CATEGORY, name: me.id, value}]).catch((error) =>
      tellError(errorMessage(error)),
    );
  const isLast = number === STEPS.length;
  return (
    <section className={styles.card} aria-label="First steps">
      <div className={styles.count}>
        Step {number} of {STEPS.length}
      </div>
      <h2 className={styles.title}>{step.title}</h2>
      <p className={styles.text}>{step.text}</p>
      <div className={styles.buttons}>
        {!isLast && (
          <Button size="small" kind="quiet" onPress={() => go(DONE)}>
            Skip all
          </Button>
        )}
        <Button size="small" kind="primary" onPress={() => go(isLast ? DONE : String(number + 1))}>
          {isLast ? 'Done' : 'Next step'}
        </Button>
      </div>
    </section>
  );
}
