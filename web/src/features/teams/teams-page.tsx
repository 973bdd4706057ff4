import {useState} from 'react';
import {Button} from '../../components/button.tsx';
import {useMay} from '../../lib/permissions.ts';
import {Frame} from '../frame/frame.tsx';
import {PageHeader} from '../frame/page-header.tsx';
import CreateTeamDialog from './create-team.tsx';
import {OpenTeams} from './open-teams.tsx';
import styles from './teams-page.module.css';

/** Where one finds more teams. */
export default function TeamsPage() {
  const mayCreate = useMay('create_team');
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
