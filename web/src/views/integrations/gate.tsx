import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {
  integrationsPath,
  SECTIONS,
  type SectionName,
  useAccess,
} from '../../components/integrations/sections.ts';
import {SettingLink} from '../../components/ui/setting-link.tsx';
import {EmptyState, LoadingState} from '../../components/ui/state.tsx';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {sectionTexts} from './section-texts.ts';

/** Shows the pages of a section to people who can use it. Others see the reason why they can't. */
export function SectionGate({section, children}: {section: SectionName; children: ReactNode}) {
  const team = useCurrentTeam();
  const access = useAccess(team.id)[section];
  const isAdministrator = useIsAdministrator();
  const {setting} = SECTIONS[section];
  const {title, notAllowed, turnedOff} = sectionTexts(section);
  const teamName = team.display_name;
  if (access === 'yes') return children;
  return (
    <>
      <PageHeader title={title} back={{path: integrationsPath(team.name), label: t`Back to integrations`}} />
      {access === 'unknown' && <LoadingState />}
      {access === 'no' && (
        <EmptyState icon="lock" title={notAllowed}>
          <Trans>Ask an administrator of {teamName} to do it or to give you permission.</Trans>
        </EmptyState>
      )}
      {access === 'off' && (
        <EmptyState icon="lock" title={turnedOff}>
          <p>
            {isAdministrator ? (
              <Trans>
                Turn on <SettingLink name={`ServiceSettings.${setting}`} /> in the settings.
              </Trans>
            ) : (
              t`A system administrator can turn them on for this server.`
            )}
          </p>
        </EmptyState>
      )}
    </>
  );
}
