import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {Link} from 'react-router';
import {FileCard} from '../../../components/files/file-card.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {When} from '../../../components/time/when.tsx';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import styles from './files-panel.module.css';

/** A file in a list, with its sender and a link to its message. */
export function FoundFile({file, onView}: {file: FileInfo; onView: () => void}) {
  const team = useCurrentTeam();
  return (
    <li>
      <div className={styles.place}>
        <span className={styles.sender}>
          <PersonName userId={file.user_id} />
        </span>
        <When at={file.create_at} />
        <Link className={`${styles.jump} touch-target`} to={`/${team.name}/pl/${file.post_id}`}>
          <Trans>Jump</Trans>
        </Link>
      </div>
      <FileCard file={file} onView={onView} />
    </li>
  );
}
