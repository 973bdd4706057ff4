import {type ReactNode, useId} from 'react';
import {CardTitle} from './card-title.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** What it is about, or what follows from it. */
  text?: ReactNode;
  /** What can be done with it as a whole. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Panel({title, text, actions, children}: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <CardTitle title={title} text={text} id={id} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A page of panels, no wider than is good to read. */
export function PanelPage({children}: {children: ReactNode}) {
  return (
    <div className={styles.scroll}>
      <div className={styles.page} data-in-turn>
        {children}
      </div>
    </div>
  );
}

/** What is known of a thing, each by its name. */
export function Facts({facts}: {facts: readonly {term: string; value: ReactNode}[]}) {
  return (
    <dl className={styles.facts}>
      {facts.map(({term, value}) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
