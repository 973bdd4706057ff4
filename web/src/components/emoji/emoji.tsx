import type {SystemEmoji} from '../../data/emoji/emoji-file.ts';
import {emojiSheet, useEmoji, useEmojiCharacter} from '../../data/emoji/emoji-names.ts';
import styles from './emoji.module.css';

/** An emoji by name, or `fallback` if no emoji has that name. */
export function Emoji({name, fallback = `:${name}:`}: {name: string; fallback?: string}) {
  const emoji = useEmoji(name);
  if (emoji === null) return <>{fallback}</>;
  const label = `:${name}:`;
  // While loading, reserve the space, because most names exist.
  if (emoji === undefined) return <span className={styles.picture} role="img" aria-label={label} />;
  if ('image' in emoji) return <img className={styles.image} src={emoji.image} alt={label} title={label} />;
  if (!hasColorEmoji()) return <Picture emoji={emoji} label={label} />;
  return <Character character={emoji.character} label={label} />;
}

/** An emoji that is part of a text, as a character. */
export function EmojiCharacter({character}: {character: string}) {
  const emoji = useEmojiCharacter(character);
  if (hasColorEmoji() || emoji === null) {
    return <Character character={character} label={emoji ? `:${emoji.names[0]}:` : undefined} />;
  }
  if (emoji === undefined) return <span className={styles.picture} role="img" aria-label={character} />;
  return <Picture emoji={emoji} label={`:${emoji.names[0]}:`} />;
}

function Character({character, label}: {character: string; label: string | undefined}) {
  return (
    <span className={styles.character} role="img" aria-label={label ?? character} title={label}>
      {character}
    </span>
  );
}

/** One picture of the sheet with all emoji. */
function Picture({emoji, label}: {emoji: SystemEmoji; label: string}) {
  const {url, columns} = emojiSheet();
  const place = (index: number) => `${(index / (columns - 1)) * 100}%`;
  const style = {
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${columns * 100}%`,
    backgroundPosition: `${place(emoji.column)} ${place(emoji.row)}`,
  };
  return <span className={styles.picture} style={style} role="img" aria-label={label} title={label} />;
}

let known: boolean | undefined;

/** Whether this browser has a color emoji font. If not, pictures are shown. */
function hasColorEmoji(): boolean {
  known ??= drawsInColor();
  return known;
}

function drawsInColor(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = 20;
  canvas.height = 20;
  const context = canvas.getContext('2d', {willReadFrequently: true});
  if (!context) return true;
  context.font = '16px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif';
  context.fillStyle = '#000000';
  context.textBaseline = 'top';
  context.fillText('\u{1F600}', 0, 0);
  const {data} = context.getImageData(0, 0, 20, 20);
  // A glyph of a plain font is black with gray edges.
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at + 1] !== data[at + 2]) return true;
  }
  return false;
}
