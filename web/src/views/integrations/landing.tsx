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

/** What can plug in, and what each kind is for. */
export function IntegrationsLanding() {
  const team = useCurrentTeam();
  const access = useAccess(team.id);
  const names = Object.keys(SECTIONS) as SectionName[];
  const offered = names.filter((name) => access[name] === 'yes' || access[name] === 'off');
  return (
    <>
      <PageHeader title={`Integrations of ${team.display_name}`} />
      <PanelPage>
        <Offers />
        {offered.length === 0 ? (
          names.some((name) => access[name] === 'unknown') ? (
            <LoadingState />
          ) : (
            <EmptyState icon="lock" title="Integrations are set up by others here">
              Ask an administrator of the team for a webhook, a command or a bot.
            </EmptyState>
          )
        ) : (
          <>
            <p className={styles.lead}>
              Let your programs write, listen and ask here. Whatever speaks to Mattermost or posts to Slack’s
              webhooks works unchanged.
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
                        {SECTIONS[name].title} {access[name] === 'off' && <Tag>OFF</Tag>}
                      </span>
                      <span className={styles.purpose}>{SECTIONS[name].purpose}</span>
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
