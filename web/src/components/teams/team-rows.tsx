import type {Team} from '@mattermost/types/teams';
import {type ReactNode, useId} from 'react';
import {Avatar} from '../ui/avatar.tsx';
import styles from './team-rows.module.css';

interface TeamRowsProps {
  title: string;
  teams: readonly Team[];
  /** Shown if there are no teams. */
  emptyText?: string | undefined;
  /** The name of a team, which can be a link. */
  renderName?: (team: Team) => ReactNode;
  /** What people can do with a team. */
  renderAction?: (team: Team) => ReactNode;
}

/** A section with a list of teams. */
export function TeamRows({title, teams, emptyText, renderName, renderAction}: TeamRowsProps) {
  const id = useId();
  return (
    <section className={styles.teams} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {teams.length === 0 && <p className={styles.quiet}>{emptyText}</p>}
      <ul className={styles.list}>
        {teams.map((team) => (
          <li key={team.id} className={styles.team}>
            <Avatar name={team.display_name} size={40} square />
            <div className={styles.text}>
              <div className={styles.name}>
                <bdi>{renderName?.(team) ?? team.display_name}</bdi>
              </div>
              {team.description && <div className={styles.quiet}>{team.description}</div>}
            </div>
            {renderAction?.(team)}
          </li>
        ))}
      </ul>
    </section>
  );
}
