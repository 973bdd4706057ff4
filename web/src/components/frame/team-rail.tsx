import {t} from '@lingui/core/macro';
import {useStore} from '@nanostores/react';
import {useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {NavLink} from 'react-router';
import {useCustomStatus} from '../../data/people/custom-status.ts';
import {$quietUntil, setOwnPresence} from '../../data/people/presence.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useSeesAdministration} from '../../data/session/permissions.ts';
import {signOut, useMe} from '../../data/session/session.ts';
import {useClientConfig, useIsOn} from '../../data/system/client-config.ts';
import {useTeams} from '../../data/teams/teams.ts';
import {goTo} from '../../lib/go-to.ts';
import {withCatalog} from '../../lib/i18n.ts';
import type {Presence} from '../../lib/presence.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {PersonAvatar} from '../people/person.tsx';
import {untilText} from '../time/until.ts';
import {Avatar, presenceLabel} from '../ui/avatar.tsx';
import {Icon} from '../ui/icon.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSection, MenuSeparator} from '../ui/menu.tsx';
import {MentionBadge} from '../ui/tag.tsx';
import {withTooltip} from '../ui/tooltips.ts';
import styles from './team-rail.module.css';
import {useUnreadTotals} from './unread-totals.ts';

const QuietDialog = lazyComponent(() =>
  withCatalog('conversation', import('../people/profile/quiet-dialog.tsx')),
);
const StatusDialog = lazyComponent(() =>
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
  return (
    <ul className={styles.list}>
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

const PRESENCES: readonly Presence[] = ['online', 'away', 'dnd', 'offline'];

function OwnMenu() {
  const me = useMe();
  const {username} = me;
  const seesAdministration = useSeesAdministration();
  const {HelpLink, ReportAProblemLink, SupportEmail} = useClientConfig();
  const problems = ReportAProblemLink || (SupportEmail ? `mailto:${SupportEmail}` : '');
  const [dialog, setDialog] = useState<'status' | 'quiet'>();
  const status = useCustomStatus(me.id);
  const dates = useDates();
  const quietUntil = useStore($quietUntil);
  const withStatus = useIsOn('EnableCustomUserStatuses');
  const close = () => setDialog(undefined);
  const report = (error: unknown) => showError(errorMessage(error));
  return (
    <>
      <Menu
        label={t`Your account`}
        placement="right bottom"
        trigger={
          <AriaButton className={`${styles.own} touch-target`} aria-label={t`Your account: ${username}`}>
            <PersonAvatar userId={me.id} size={36} withPresence />
          </AriaButton>
        }
      >
        <MenuSection title={`@${username}`}>
          {PRESENCES.map((presence) => (
            <MenuItem
              key={presence}
              mark={<span className={styles.presence} data-presence={presence} />}
              detail={presence === 'dnd' && quietUntil > 0 ? untilText(quietUntil, dates) : undefined}
              onAction={() => void setOwnPresence(presence).catch(report)}
            >
              {presenceLabel(presence)}
            </MenuItem>
          ))}
          <MenuItem icon="bellOff" onAction={() => setDialog('quiet')}>
            {t`Do not disturb until…`}
          </MenuItem>
        </MenuSection>
        {withStatus ? (
          <MenuItem icon="emoji" detail={status?.text} onAction={() => setDialog('status')}>
            {status ? t`Change status` : t`Set a status`}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon="settings" onAction={() => goTo('/_settings')}>
          {t`Settings`}
        </MenuItem>
        {seesAdministration ? (
          <MenuItem icon="server" onAction={() => goTo('/_admin')}>
            {t`Administration`}
          </MenuItem>
        ) : null}
        {HelpLink ? (
          <MenuItem icon="help" onAction={() => openLink(HelpLink)}>
            {t`Help`}
          </MenuItem>
        ) : null}
        {problems ? (
          <MenuItem icon="warning" onAction={() => openLink(problems)}>
            {t`Report a problem`}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon="signOut" onAction={() => void signOut().catch(report)}>
          {t`Sign out`}
        </MenuItem>
      </Menu>
      {dialog === 'status' && <StatusDialog onClose={close} />}
      {dialog === 'quiet' && <QuietDialog onClose={close} />}
    </>
  );
}

/** Opens a link that administrators configured, in a new tab. */
function openLink(link: string): void {
  window.open(link, '_blank', 'noopener,noreferrer');
}
