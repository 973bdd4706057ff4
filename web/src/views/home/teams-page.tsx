import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Link} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import CreateTeamDialog from '../../components/teams/create-team.tsx';
import {OpenTeams} from '../../components/teams/joining/open-teams.tsx';
import {TeamRows} from '../../components/teams/team-rows.tsx';
import {Button} from '../../components/ui/button.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {useMayCreateTeam, useTeams} from '../../data/teams/teams.ts';

/** Lists the teams of the person, and those that they can join. */
export default function TeamsPage() {
  const mayCreate = useMayCreateTeam();
  const own = useTeams();
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
        {own.length > 0 && (
          <TeamRows
            title={t`Your teams`}
            teams={own}
            renderName={({name, display_name}) => <Link to={`/${name}`}>{display_name}</Link>}
          />
        )}
        <OpenTeams
          emptyText={t`There are no more teams that you can join. For other teams, ask a member for an invitation.`}
        />
      </PanelPage>
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </Frame>
  );
}
