import {t} from '@lingui/core/macro';
import {useStore} from '@nanostores/react';
import {useCustomStatus} from '../../../data/people/custom-status.ts';
import {$quietUntil, setOwnPresence, usePresence} from '../../../data/people/presence.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useSeesAdministration} from '../../../data/session/permissions.ts';
import {signOut, useMe} from '../../../data/session/session.ts';
import {useClientConfig, useIsOn} from '../../../data/system/client-config.ts';
import {goTo} from '../../../lib/go-to.ts';
import type {Presence} from '../../../lib/presence.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {untilText} from '../../time/until.ts';
import {presenceLabel} from '../../ui/avatar.tsx';
import {MenuItem, MenuSeparator} from '../../ui/menu.tsx';
import {MenuChoice, MenuChoices} from '../../ui/menu-choices.tsx';
import styles from './account-items.module.css';

/** "Do not disturb" is the last one, because its choices follow it. */
const PRESENCES: readonly Presence[] = ['online', 'away', 'offline', 'dnd'];

interface AccountItemsProps {
  onDialog: (dialog: 'status' | 'quiet') => void;
}

/** The items of the person's menu. */
export default function AccountItems({onDialog}: AccountItemsProps) {
  const me = useMe();
  const {username} = me;
  const seesAdministration = useSeesAdministration();
  const {HelpLink, ReportAProblemLink, SupportEmail} = useClientConfig();
  const problems = ReportAProblemLink || (SupportEmail ? `mailto:${SupportEmail}` : '');
  const status = useCustomStatus(me.id);
  const dates = useDates();
  const current = usePresence(me.id);
  const quietUntil = useStore($quietUntil);
  const withStatus = useIsOn('EnableCustomUserStatuses');
  const report = (error: unknown) => showError(errorMessage(error));
  return (
    <>
      <MenuChoices<Presence>
        label={`@${username}`}
        showLabel
        value={current}
        onChange={(presence) => void setOwnPresence(presence).catch(report)}
      >
        {PRESENCES.map((presence) => (
          <MenuChoice
            key={presence}
            value={presence}
            mark={<span className={styles.presence} data-presence={presence} />}
            detail={presence === 'dnd' && quietUntil > 0 ? untilText(quietUntil, dates) : undefined}
          >
            {presenceLabel(presence)}
          </MenuChoice>
        ))}
      </MenuChoices>
      <MenuItem icon="bellOff" onAction={() => onDialog('quiet')}>
        {t`Do not disturb until…`}
      </MenuItem>
      {withStatus ? (
        <MenuItem icon="emoji" detail={status?.text} onAction={() => onDialog('status')}>
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
    </>
  );
}

/** Opens a link that administrators configured, in a new tab. */
function openLink(link: string): void {
  window.open(link, '_blank', 'noopener,noreferrer');
}
