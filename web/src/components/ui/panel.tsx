import {type ReactNode, useId} from 'react';
import {CardTitle} from './card-title.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** A short description. */
  text?: ReactNode;
  /** Actions for the whole panel. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A section of a page with a heading. */
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

/** A page of panels, with a readable width. */
export function PanelPage({children}: {children: ReactNode}) {
  return (
    <div className={styles.scroll}>
      <div className={styles.page} data-in-turn>
        {children}
      </div>
    </div>
  );
}

/** A list of facts with labels. */
export function Facts({facts}: {facts: readonly {term: string; value: ReactNode}[]}) {
  return (
    <dl className={styles.facts}>
      {facts.map(({term, value}) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
