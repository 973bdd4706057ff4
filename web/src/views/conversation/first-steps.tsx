import {i18n} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Button} from '../../components/ui/button.tsx';
import {setPreferences, usePreference} from '../../data/preferences/preferences.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import styles from './first-steps.module.css';

const CATEGORY = 'tutorial_step';
/** The preference of people who have finished or skipped the introduction. */
const DONE = '999';

const STEPS = [
  {
    title: msg`Send a message`,
    text: msg`Press Enter to send. Type @ to mention people, ~ for channels, : for emoji, and / for commands.`,
  },
  {
    title: msg`Find channels and people`,
    text: msg`Use the field above, or press Ctrl K, to find any channel or person. Press the plus button next to it to join a channel or start a direct message.`,
  },
  {
    title: msg`Make it yours`,
    text: msg`Press your picture to open the settings: theme, time format, and notifications.`,
  },
];

/** An introduction for new people, one step at a time. It starts at the step stored in their preferences. */
export function FirstSteps() {
  const me = useMe();
  const at = usePreference(CATEGORY, me.id, DONE);
  // A new account starts at step 0.
  const number = Math.max(1, Number(at));
  const step = STEPS[number - 1];
  if (!step) return null;
  const go = (value: string) =>
    void setPreferences([{category: CATEGORY, name: me.id, value}]).catch((error) =>
      showError(errorMessage(error)),
    );
  const total = STEPS.length;
  const isLast = number === total;
  return (
    <section className={styles.card} aria-label={t`Getting started`}>
      <div className={styles.count}>
        <Trans>
          Step {number} of {total}
        </Trans>
      </div>
      <h2 className={styles.title}>{i18n._(step.title)}</h2>
      <p className={styles.text}>{i18n._(step.text)}</p>
      <div className={styles.buttons}>
        {!isLast && (
          <Button size="small" kind="quiet" onPress={() => go(DONE)}>
            <Trans>Skip all</Trans>
          </Button>
        )}
        <Button size="small" kind="primary" onPress={() => go(isLast ? DONE : String(number + 1))}>
          {isLast ? t`Done` : t({message: 'Next', context: 'step'})}
        </Button>
      </div>
    </section>
  );
}
