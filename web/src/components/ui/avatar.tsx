import {t} from '@lingui/core/macro';
import {useState} from 'react';
import type {Presence} from '../../lib/presence.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** The name. Its initials are shown if there is no picture. Undefined until it is loaded. */
  name: string | undefined;
  src?: string;
  /** In pixels. */
  size?: number;
  presence?: Presence;
  /** Square for teams and integrations, round for people. */
  square?: boolean;
}

const COLORS = 6;

/** A person's color, from 1 to 6. */
export function pickColor(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 997;
  return (sum % COLORS) + 1;
}

function getInitials(name: string): string {
  const words = name.split(/[\s._/-]+/).filter(Boolean);
  const first = [...(words[0] ?? '?')][0]!;
  const second = words.length > 1 ? [...words[1]!][0]! : '';
  return (first + second).toUpperCase();
}

/** The name of a presence. */
export function presenceLabel(presence: Presence): string {
  switch (presence) {
    case 'online':
      return t`Online`;
    case 'away':
      return t`Away`;
    case 'dnd':
      return t`Do not disturb`;
    case 'offline':
      return t`Offline`;
  }
}

/** A picture of a person, team or integration. It has no accessible name, because the name is next to it. */
export function Avatar({name, src, size = 36, presence, square = false}: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const picture = src === broken ? undefined : src;
  // Don't show initials that a picture will replace: it may have other letters and another color.
  const shown = picture ? undefined : name;
  const style = {
    width: size,
    height: size,
    fontSize: size * 0.38,
    background: shown && `var(--person-${pickColor(shown)})`,
  };
  return (
    <span className={styles.frame}>
      <span
        className={styles.avatar}
        style={style}
        data-square={square || undefined}
        data-initials={shown && getInitials(shown)}
        aria-hidden="true"
      >
        {picture && (
          <img
            className={styles.picture}
            src={picture}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            onLoad={({currentTarget}) => currentTarget.setAttribute('data-loaded', 'true')}
            onError={() => setBroken(picture)}
          />
        )}
      </span>
      {presence && <PresenceMark presence={presence} small={size < 30} />}
    </span>
  );
}

/** A dot whose shape and color show the status. */
function PresenceMark({presence, small = false}: {presence: Presence; small?: boolean}) {
  return (
    <span className={styles.presence} data-presence={presence} data-small={small || undefined}>
      <span className="visually-hidden">{presenceLabel(presence)}</span>
    </span>
  );
}
