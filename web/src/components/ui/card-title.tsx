import type {ReactNode} from 'react';
import styles from './card-title.module.css';

interface CardTitleProps {
  title: ReactNode;
  /** A sentence or two of what it is about. */
  text?: ReactNode;
  /** The id of the heading, for what is named after it. */
  id?: string;
}

/** The title of a part of a page, as wide as what stands beside it lets it be. */
export function CardTitle({title, text, id}: CardTitleProps) {
  return (
    <div className={styles.words}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {text && <div className={styles.text}>{text}</div>}
    </div>
  );
}
