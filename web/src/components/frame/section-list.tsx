import type {ReactNode} from 'react';
import {Link, Navigate} from 'react-router';
import {Icon} from '../ui/icon.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {useIsNarrowWindow} from './narrow-window.ts';
import {PageHeader} from './page-header.tsx';
import styles from './section-list.module.css';
import type {Section} from './section-sidebar.tsx';

interface SectionListProps {
  title: string;
  /** The path of the section, such as `/_admin`. */
  base: string;
  sections: readonly Section[];
  /** Shown above the sections, such as a search. */
  children?: ReactNode;
}

/**
 * The first page of an area with sections. In a narrow window, where the sidebar is in the drawer, it lists the
 * sections. Otherwise it leads to the first one.
 */
export function SectionIndex(list: SectionListProps) {
  const isNarrow = useIsNarrowWindow();
  const pages = list.sections.flatMap((section) => section.pages);
  if (isNarrow && pages.length > 1) return <SectionList {...list} />;
  return <Navigate to={`${list.base}/${pages[0]!.path}`} replace />;
}

function SectionList({title, base, sections, children}: SectionListProps) {
  return (
    <>
      <PageHeader title={title} />
      <ScrollArea className={styles.scroll} role="region" aria-label={title}>
        {children}
        {sections.map((section) => (
          <section key={section.title} aria-label={section.title || title}>
            {section.title && <h2 className={styles.title}>{section.title}</h2>}
            <ul className={styles.list}>
              {section.pages.map(({path, label, icon}) => (
                <li key={path}>
                  <Link to={`${base}/${path}`} className={styles.link}>
                    <Icon name={icon} size={18} />
                    <span className={styles.label}>{label}</span>
                    <Icon name="chevronRight" size={16} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </ScrollArea>
    </>
  );
}
