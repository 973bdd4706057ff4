import type {ReactNode} from 'react';
import styles from './card-title.module.css';

interface CardTitleProps {
  title: ReactNode;
  /** A short description. */
  text?: ReactNode;
  /** The id of the heading, for `aria-labelledby`. */
  id?: string;
}

/** The title of a section. */
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
