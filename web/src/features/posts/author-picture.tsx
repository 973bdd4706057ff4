import {Avatar} from '../../components/avatar.tsx';
import {Emoji} from '../emoji/emoji.tsx';
import type {Author} from './author.ts';
import styles from './author-picture.module.css';

export function AuthorPicture({author, size}: {author: Author; size: number}) {
  const {picture, name} = author;
  if ('emoji' in picture) {
    return (
      <span
        className={styles.emoji}
        style={{width: size, height: size, fontSize: size * 0.62}}
        aria-hidden="true"
      >
        <Emoji name={picture.emoji} fallback="" />
      </span>
    );
  }
  return <Avatar name={name} src={picture.src} size={size} />;
}
