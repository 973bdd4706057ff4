import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Link} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {hideSetup, type Setup, showSetup, useSetup} from '../../../data/administration/setup.ts';
import {count} from '../../../lib/numbers.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError, showSuccess} from '../../../lib/toasts.ts';
import styles from './setup-steps.module.css';

/** What a new server still needs. Nothing once all steps are done, or the person has hidden them. */
export function SetupSteps() {
  const setup = useSetup();
  if (!setup) return null;
  const all = steps(setup);
  const done = all.filter(({isDone}) => isDone).length;
  if (done === all.length) return null;
  const doneCount = count(done);
  const total = count(all.length);
  return (
    <Panel
      title={t`Set up your server`}
      text={t`${doneCount} of ${total} steps are done.`}
      actions={
        <Button size="small" kind="quiet" onPress={() => void hide()}>
          <Trans>Hide</Trans>
        </Button>
      }
    >
      <ul className={styles.steps}>
        {all.map(({title, text, isDone}, index) => (
          <li key={index} className={styles.step} data-done={isDone || undefined}>
            <span className={styles.mark}>{isDone && <Icon name="check" size={16} />}</span>
            <div>
              <div className={styles.title}>
                {title}
                {isDone && (
                  <span className="visually-hidden"> {t({message: 'Done', context: 'status'})}</span>
                )}
              </div>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function steps(setup: Setup): {title: ReactNode; text: string; isDone: boolean}[] {
  return [
    {
      title: <Link to="/_admin/settings?section=ServiceSettings">{t`Set the site URL`}</Link>,
      text: t`Links in emails and notifications start with it.`,
      isDone: setup.site_url,
    },
    {
      title: <Link to="/_admin/settings?section=EmailSettings">{t`Set up email`}</Link>,
      text: t`For invitations, notifications and password resets.`,
      isDone: setup.email,
    },
    {
      title: <Link to="/_admin/teams">{t`Invite people`}</Link>,
      text: t`Open the menu of a team to invite people to it.`,
      isDone: setup.people,
    },
    {
      title: (
        <Trans>
          <Link to="/_admin/import">Import your history</Link> or{' '}
          <Link to="/_integrations">connect an integration</Link>
        </Trans>
      ),
      text: t`Bring messages from another server, or let programs post to channels.`,
      isDone: setup.import_or_integration,
    },
    {
      title: <Link to="/_admin/backups">{t`Schedule backups`}</Link>,
      text: t`Create a backup of messages, files and settings every day.`,
      isDone: setup.backups,
    },
  ];
}

async function hide(): Promise<void> {
  try {
    await hideSetup();
    showSuccess(t`The setup steps are hidden.`, {label: t`Undo`, run: showSetup});
  } catch (error) {
    showError(errorMessage(error));
  }
}
