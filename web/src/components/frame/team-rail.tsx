import {t} from '@lingui/core/macro';
import {useRef, useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {NavLink} from 'react-router';
import {useMe} from '../../data/session/session.ts';
import {useTeams} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {useShortcut} from '../keyboard/use-shortcut.ts';
import {PersonAvatar} from '../people/person.tsx';
import {Avatar} from '../ui/avatar.tsx';
import {Icon} from '../ui/icon.tsx';
import {lazyComponent, lazyDialog} from '../ui/lazy-component.tsx';
import {Menu} from '../ui/menu.tsx';
import {MentionBadge} from '../ui/tag.tsx';
import {withTooltip} from '../ui/tooltips.ts';
import styles from './team-rail.module.css';
import {useUnreadTotals} from './unread-totals.ts';

const AccountItems = lazyComponent(() => withCatalog('conversation', import('./account/account-items.tsx')));
const QuietDialog = lazyComponent(() =>
  withCatalog('conversation', import('../people/profile/quiet-dialog.tsx')),
);
const StatusDialog = lazyDialog(() =>
  withCatalog('conversation', import('../people/profile/status-dialog.tsx')),
);

/** The teams and the person's menu, on every page. */
export function TeamRail() {
  return (
    <div className={styles.rail}>
      <nav className={styles.teams} aria-label={t`Teams`}>
        <TeamLinks />
      </nav>
      <OwnMenu />
    </div>
  );
}

function TeamLinks() {
  const teams = useTeams();
  const unreads = useUnreadTotals();
  const list = useRef<HTMLUListElement>(null);
  // Wraps around at the first and the last team.
  function move(step: 1 | -1) {
    const links = [...list.current!.querySelectorAll<HTMLElement>(`.${styles.team}`)];
    const at = links.findIndex((link) => link.ariaCurrent === 'page');
    const start = at < 0 && step < 0 ? links.length : at;
    links.at((start + step) % links.length)?.click();
  }
  useShortcut('previousTeam', () => move(-1));
  useShortcut('nextTeam', () => move(1));
  return (
    <ul className={styles.list} ref={list}>
      {teams.map((team) => {
        const {isUnread, mentions} = unreads.get(team.id) ?? {isUnread: false, mentions: 0};
        return (
          <li key={team.id}>
            {/* In narrow windows, the channels of the team appear next. */}
            <NavLink
              ref={withTooltip(team.display_name)}
              to={`/${team.name}`}
              state={{keepsDrawer: true}}
              className={styles.team}
              data-unread={isUnread || undefined}
            >
              <Avatar name={team.display_name} size={40} square />
              <span className="visually-hidden">{team.display_name}</span>
              <span className={styles.badge}>
                <MentionBadge mentions={mentions} />
              </span>
            </NavLink>
          </li>
        );
      })}
      <li>
        <NavLink
          to="/_teams"
          className={styles.more}
          ref={withTooltip(t`Join or create a team`)}
          aria-label={t`Join or create a team`}
        >
          <Icon name="add" />
        </NavLink>
      </li>
    </ul>
  );
}

function OwnMenu() {
  const {id, username} = useMe();
  const [dialog, setDialog] = useState<'status' | 'quiet'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        label={t`Your account`}
        placement="right bottom"
        trigger={
          <AriaButton className={`${styles.own} touch-target`} aria-label={t`Your account: ${username}`}>
            <PersonAvatar userId={id} size={36} withPresence />
          </AriaButton>
        }
        load={AccountItems.load}
      >
        <AccountItems onDialog={setDialog} />
      </Menu>
      {dialog === 'status' && <StatusDialog onClose={close} />}
      {dialog === 'quiet' && <QuietDialog onClose={close} />}
    </>
  );
}
