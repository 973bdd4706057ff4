import {useState} from 'react';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import CreateTeamDialog from '../../components/teams/create-team.tsx';
import {OpenTeams} from '../../components/teams/open-teams.tsx';
import {Button} from '../../components/ui/button.tsx';
import {useMayCreateTeam} from '../../data/teams/teams.ts';
import styles from './teams-page.module.css';

/** Where one finds more teams. */
export default function TeamsPage() {
  const mayCreate = useMayCreateTeam();
  const [isCreating, setCreating] = useState(false);
  return (
    <Frame>
      <PageHeader title="Teams">
        {mayCreate && (
          <Button kind="primary" icon="add" onPress={() => setCreating(true)}>
            Make a team
          </Button>
        )}
      </PageHeader>
      <div className={styles.page}>
        <OpenTeams emptyText="There is no open team that you are not in. To join another, ask somebody in it for an invitation." />
      </div>
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </Frame>
  );
}
