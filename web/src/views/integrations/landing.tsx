import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Link} from 'react-router';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {
  integrationsPath,
  SECTIONS,
  type SectionName,
  useAccess,
} from '../../components/integrations/sections.ts';
import {Icon} from '../../components/ui/icon.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {EmptyState, LoadingState} from '../../components/ui/state.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import styles from './landing.module.css';
import {Offers} from './offers.tsx';
import {sectionTexts} from './section-texts.ts';

/** Lists the kinds of integrations and their purposes. */
export function IntegrationsLanding() {
  const team = useCurrentTeam();
  const access = useAccess(team.id);
  const teamName = team.display_name;
  const names = Object.keys(SECTIONS) as SectionName[];
  const offered = names.filter((name) => access[name] === 'yes' || access[name] === 'off');
  return (
    <>
      <PageHeader column="page" title={t`Integrations in ${teamName}`} />
      <PanelPage>
        <Offers />
        {offered.length === 0 ? (
          names.some((name) => access[name] === 'unknown') ? (
            <LoadingState />
          ) : (
            <EmptyState icon="lock" title={t`You can't manage integrations here`}>
              <Trans>Ask a team administrator for a webhook, a slash command or a bot.</Trans>
            </EmptyState>
          )
        ) : (
          <>
            <p className={styles.intro}>
              <Trans>
                Connect your tools: webhooks, slash commands and bots. Mattermost integrations and Slack
                webhooks work without changes.
              </Trans>
            </p>
            <ul className={styles.cards}>
              {offered.map((name) => (
                <li key={name}>
                  <Link className={styles.card} to={integrationsPath(team.name, name)}>
                    <span className={styles.mark}>
                      <Icon name={SECTIONS[name].icon} size={24} />
                    </span>
                    <span className={styles.words}>
                      <span className={styles.title}>
                        {sectionTexts(name).title} {access[name] === 'off' && <Tag>{t`OFF`}</Tag>}
                      </span>
                      <span className={styles.purpose}>{sectionTexts(name).purpose}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </PanelPage>
    </>
  );
}
