import type {ReactNode} from 'react';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {SECTIONS, type SectionName, useAccess} from '../../components/integrations/sections.ts';
import {EmptyState, LoadingState} from '../../components/ui/state.tsx';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';

/** Shows the pages of a section to who may use it, and says why to who may not. */
export function SectionGate({section, children}: {section: SectionName; children: ReactNode}) {
  const team = useCurrentTeam();
  const access = useAccess(team.id)[section];
  const isAdministrator = useIsAdministrator();
  const {title, setting} = SECTIONS[section];
  if (access === 'yes') return children;
  return (
    <>
      <PageHeader title={title} />
      {access === 'unknown' && <LoadingState />}
      {access === 'no' && (
        <EmptyState icon="lock" title={`You may not manage ${title.toLowerCase()} here`}>
          Ask an administrator of {team.display_name} to do it, or to let you.
        </EmptyState>
      )}
      {access === 'off' && (
        <EmptyState icon="lock" title={`${title} are switched off on this server`}>
          <p>
            {isAdministrator
              ? `Switch them on with the setting ServiceSettings.${setting}.`
              : 'A system administrator can switch them on.'}
          </p>
        </EmptyState>
      )}
    </>
  );
}
