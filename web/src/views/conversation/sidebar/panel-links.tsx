import {t} from '@lingui/core/macro';
import {useStore} from '@nanostores/react';
import type {Ref} from 'react';
import {Link, useLocation} from 'react-router';
import {useLinkShortcut} from '../../../components/keyboard/use-shortcut.ts';
import {Icon, type IconName} from '../../../components/ui/icon.tsx';
import {$openChannel} from '../../../data/channels/read-state.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import styles from './threads-link.module.css';

/** The links to mentions and saved messages, for narrow windows, where the header has no space for their buttons. */
export function PanelLinks() {
  return (
    <>
      <PanelLink kind="mentions" icon="at" label={t`Recent mentions`} ref={useLinkShortcut('mentions')} />
      <PanelLink kind="saved" icon="bookmark" label={t`Saved messages`} ref={useLinkShortcut('saved')} />
    </>
  );
}

/** Opens a panel next to the open channel, or on a page without one, next to the channel that was open last. */
function PanelLink({
  kind,
  icon,
  label,
  ref,
}: {
  kind: 'mentions' | 'saved';
  icon: IconName;
  label: string;
  ref: Ref<HTMLAnchorElement>;
}) {
  const team = useCurrentTeam();
  const {pathname, search, state} = useLocation();
  const isChannel = useStore($openChannel) !== undefined;
  const isOpen = isChannel && new URLSearchParams(search).get('panel') === kind;
  return (
    <Link
      ref={ref}
      to={{pathname: isChannel ? pathname : `/${team.name}`, search: `?panel=${kind}`}}
      // As in `openPanel`: closing the panel goes back to this page.
      state={{panels: ((isChannel && state?.panels) || 0) + 1}}
      replace={isOpen}
      className={`${styles.link} ${styles.narrow}`}
      aria-current={isOpen ? 'page' : undefined}
    >
      <Icon name={icon} size={18} />
      <span className={styles.name}>{label}</span>
    </Link>
  );
}
