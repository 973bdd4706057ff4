import {i18n} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Button} from '../../../components/ui/button.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {setFirstStep} from '../../../data/preferences/first-steps.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import styles from './steps.module.css';

const SuggestedChannels = lazyComponent(() => import('./suggested-channels.tsx'));

/** The number of the step that is about channels. */
const CHANNELS = 2;

const STEPS = [
  {
    title: msg`Send a message`,
    text: msg`Press Enter to send. Type @ to mention people, ~ for channels, : for emoji, and / for commands.`,
    inChannel: msg`Type @ to mention people, ~ for channels, : for emoji, and / for commands.`,
  },
  {
    title: msg`Find channels and people`,
    text: msg`Use the field above, or press Ctrl K, to find any channel or person. Press the plus button next to it to join a channel or start a direct message.`,
    inChannel: msg`The button at the top opens the list of your channels. Press the plus button in it to join a channel or start a direct message.`,
  },
  {
    title: msg`Make it yours`,
    text: msg`Press your picture to open the settings: theme, time format, and notifications.`,
    inChannel: msg`Press your picture next to the list of your channels to open the settings: theme, time format, and notifications.`,
  },
];

/** One step of the introduction, with buttons to the next step and to the end. */
export default function Steps({number, isInChannel}: {number: number; isInChannel: boolean}) {
  const step = STEPS[number - 1];
  if (!step) return null;
  const go = (next: number | undefined) =>
    void setFirstStep(next).catch((error) => showError(errorMessage(error)));
  const total = STEPS.length;
  const isLast = number === total;
  return (
    <section
      className={styles.card}
      aria-label={t`Getting started`}
      data-in-channel={isInChannel || undefined}
    >
      <div>
        <div className={styles.count}>
          <Trans>
            Step {number} of {total}
          </Trans>
        </div>
        <h2 className={styles.title}>{i18n._(step.title)}</h2>
      </div>
      <p className={styles.text}>{i18n._(isInChannel ? step.inChannel : step.text)}</p>
      {number === CHANNELS && <SuggestedChannels />}
      <div className={styles.buttons}>
        {!isLast && (
          <Button size="small" kind="quiet" onPress={() => go(undefined)}>
            <Trans>Skip all</Trans>
          </Button>
        )}
        <Button size="small" kind="primary" onPress={() => go(isLast ? undefined : number + 1)}>
          {isLast ? t`Done` : t({message: 'Next', context: 'step'})}
        </Button>
      </div>
    </section>
  );
}
