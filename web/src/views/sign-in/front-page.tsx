import type {ReactNode} from 'react';
import mark from '../../components/ui/patchbay.svg';
import styles from './front-page.module.css';

/** A page before one has signed in: a heading, and what to do under it. */
export function FrontPage({title, children}: {title: string; children: ReactNode}) {
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="front-title">
        <img className={styles.mark} src={mark} alt="" width={44} height={44} />
        <h1 className={styles.title} id="front-title">
          {title}
        </h1>
        {children}
      </section>
    </main>
  );
}
