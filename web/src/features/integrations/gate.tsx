import type {ReactNode} from 'react';
import {EmptyState, LoadingState} from '../../components/state.tsx';
import {useIsAdministrator} from '../../lib/permissions.ts';
import {PageHeader} from '../frame/page-header.tsx';
import {useCurrentTeam} from '../teams/teams.ts';
import {SECTIONS, type SectionName, useAccess} from './sections.ts';

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
