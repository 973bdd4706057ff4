import {type ReactNode, useLayoutEffect, useRef} from 'react';
import {Link, NavLink, useLocation} from 'react-router';
import {revealRow} from '../../lib/reveal-row.ts';
import {Icon, type IconName} from '../ui/icon.tsx';
import {HideSidebarButton} from './frame.tsx';
import styles from './section-sidebar.module.css';

export interface Section {
  /** The heading above its pages; empty for the pages at the top. */
  title: string;
  pages: readonly {path: string; label: string; icon: IconName}[];
}

interface SectionSidebarProps {
  title: string;
  /** The path of the section, such as `/_admin`. */
  base: string;
  sections: readonly Section[];
  /** Shown below the header, such as a link back. */
  children?: ReactNode;
}

/** The sidebar of pages outside a team. It lists their sections instead of channels. */
export function SectionSidebar({title, base, sections, children}: SectionSidebarProps) {
  const {pathname} = useLocation();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const link = list.current!.querySelector('[aria-current="page"]');
    if (link) revealRow(list.current!, link);
  }, [pathname]);
  return (
    <>
      <header className={styles.header}>
        {title}
        <HideSidebarButton />
      </header>
      <div className={styles.scroll} ref={list}>
        {children}
        {sections.map((section) => (
          <div key={section.title}>
            {section.title && <h2 className={styles.title}>{section.title}</h2>}
            <ul>
              {section.pages.map(({path, label, icon}) => (
                <li key={path}>
                  <NavLink to={path ? `${base}/${path}` : base} end={path === ''} className={styles.link}>
                    <Icon name={icon} size={18} />
                    <span>{label}</span>
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}

/** A link above the sections that leads out of these pages. */
export function BackLink({to, children}: {to: string; children: ReactNode}) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="arrowLeft" size={18} /> {children}
    </Link>
  );
}
