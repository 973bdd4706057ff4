import {hasColourEmoji} from './colour-emoji.ts';
import styles from './emoji.module.css';
import {emojiSheet, type SystemEmoji, useEmoji} from './emoji-names.ts';

/** An emoji by name; `fallback` where there is none of that name. */
export function Emoji({name, fallback = `:${name}:`}: {name: string; fallback?: string}) {
  const emoji = useEmoji(name);
  if (emoji === undefined || emoji === null) return <>{fallback}</>;
  const label = `:${name}:`;
  if ('image' in emoji) return <img className={styles.image} src={emoji.image} alt={label} title={label} />;
  if (!hasColourEmoji()) return <Picture emoji={emoji} label={label} />;
  return (
    <span className={styles.character} role="img" aria-label={label} title={label}>
      {emoji.character}
    </span>
  );
}

/** One picture of the sheet that holds them all. */
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
