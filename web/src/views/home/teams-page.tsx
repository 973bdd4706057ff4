import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import CreateTeamDialog from '../../components/teams/create-team.tsx';
import {OpenTeams} from '../../components/teams/open-teams.tsx';
import {Button} from '../../components/ui/button.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {useMayCreateTeam} from '../../data/teams/teams.ts';

/** Lists the teams that the person can join. */
export default function TeamsPage() {
  const mayCreate = useMayCreateTeam();
  const [isCreating, setCreating] = useState(false);
  return (
    <Frame>
      <PageHeader column="page" title={t`Teams`}>
        {mayCreate && (
          <Button kind="primary" icon="add" onPress={() => setCreating(true)}>
            <Trans>Create team</Trans>
          </Button>
        )}
      </PageHeader>
      <PanelPage>
        <OpenTeams
          emptyText={t`There are no more teams that you can join. For other teams, ask a member for an invitation.`}
        />
      </PanelPage>
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </Frame>
  );
}
