import type {FileInfo} from '@mattermost/types/files';
import {FileCard} from '../../../components/files/file-card.tsx';
import {JumpLink, useShownPostId} from '../../../components/panels/jump.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {When} from '../../../components/time/when.tsx';
import styles from './files-panel.module.css';

/** A file in a list, with its sender and a link to its message. */
export function FoundFile({file, onView}: {file: FileInfo; onView: () => void}) {
  const isShown = useShownPostId() === file.post_id;
  return (
    <li className={styles.file} aria-current={isShown || undefined}>
      <div className={styles.place}>
        <span className={styles.sender}>
          <PersonName userId={file.user_id} />
        </span>
        <When at={file.create_at} />
        <JumpLink className={styles.jump} postId={file.post_id!} />
      </div>
      <FileCard file={file} onView={onView} />
    </li>
  );
}
