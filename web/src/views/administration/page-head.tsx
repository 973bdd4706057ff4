import type {ReactNode} from 'react';
import {Facts} from '../../components/ui/panel.tsx';
import {breakable} from './breakable.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  label: string;
  picture: ReactNode;
  name: string;
  /** Distinguishes it from others with the same name. */
  detail: string;
  /** Its state. */
  tags: ReactNode;
  /** Those without a value are left out. */
  facts: readonly {term: string; value: ReactNode}[];
  /** Leads to other pages about it. */
  links: ReactNode;
}

/** What a user, a team or a channel is, at the top of its page. */
export function PageHead({label, picture, name, detail, tags, facts, links}: PageHeadProps) {
  return (
    <section className={styles.head} aria-label={label}>
      {picture}
      <div className={styles.names}>
        <div className={styles.name}>
          <bdi>{breakable(name)}</bdi>
        </div>
        <div className={styles.tags}>
          <bdi className={styles.detail}>{breakable(detail)}</bdi>
          {tags}
        </div>
      </div>
      <div className={styles.facts}>
        <Facts facts={facts.filter(({value}) => value !== '')} />
      </div>
      <div className={styles.links}>{links}</div>
    </section>
  );
}
