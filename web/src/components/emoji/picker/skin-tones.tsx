import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {useRef, useState} from 'react';
import {inSkinTone, SKIN_TONES, setSkinTone, useSkinTone} from '../../../data/emoji/skin-tone.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {Emoji} from '../emoji.tsx';
import styles from '../emoji-picker.module.css';

/** By the value of the preference. */
const NAMES: Record<string, MessageDescriptor> = {
  default: msg`Default skin tone`,
  '1F3FB': msg`Light skin tone`,
  '1F3FC': msg`Medium-light skin tone`,
  '1F3FD': msg`Medium skin tone`,
  '1F3FE': msg`Medium-dark skin tone`,
  '1F3FF': msg`Dark skin tone`,
};

/** The skin tone of emoji: a button that opens a choice below it. */
export function SkinTones() {
  const tone = useSkinTone();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = t`Choose a skin tone`;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.tone}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Hand tone={tone} />
      </button>
      {isOpen && (
        <div className={styles.tones} role="radiogroup" aria-label={t`Skin tone`}>
          {SKIN_TONES.map((one) => (
            // biome-ignore lint/a11y/useSemanticElements: the choice is made with one click, not with the arrow keys.
            <button
              key={one}
              type="button"
              role="radio"
              className={styles.tone}
              aria-checked={one === tone}
              aria-label={i18n._(NAMES[one]!)}
              title={i18n._(NAMES[one]!)}
              // biome-ignore lint/a11y/noAutofocus: the button that was pressed opens it.
              autoFocus={one === tone}
              onClick={() => {
                setOpen(false);
                button.current!.focus();
                setSkinTone(one).catch((error) => showError(errorMessage(error)));
              }}
            >
              <Hand tone={one} />
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function Hand({tone}: {tone: string}) {
  return (
    <span aria-hidden="true">
      <Emoji name={inSkinTone('raised_hand_with_fingers_splayed', tone)} fallback="" />
    </span>
  );
}
