import {useEmoji} from '../../data/emoji/emoji-names.ts';
import type {Author} from '../../data/posts/author.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {Avatar} from '../ui/avatar.tsx';
import mark from '../ui/patchbay.svg';
import styles from './author-picture.module.css';

export function AuthorPicture({author, size}: {author: Author; size: number}) {
  const {picture, name, isIntegration} = author;
  if (picture === 'server') return <Avatar name={name} src={mark} size={size} square />;
  return 'emoji' in picture ? (
    <EmojiPicture emoji={picture.emoji} name={name} size={size} />
  ) : (
    <Avatar name={name} src={picture.src} size={size} square={isIntegration && picture.src === undefined} />
  );
}

function EmojiPicture({emoji, name, size}: {emoji: string; name: string | undefined; size: number}) {
  // An integration may name an emoji that doesn't exist.
  if (useEmoji(emoji) === null) return <Avatar name={name} size={size} square />;
  return (
    <span
      className={styles.emoji}
      style={{width: size, height: size, fontSize: size * 0.52}}
      aria-hidden="true"
    >
      <Emoji name={emoji} fallback="" />
    </span>
  );
}
