import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {downloadUrl} from '../../data/files/media.ts';
import {DownloadLink} from '../ui/button.tsx';
import styles from './media-failure.module.css';

/** Shown instead of a player if the browser can't play the file. */
export function MediaFailure({file}: {file: FileInfo}) {
  const {name} = file;
  return (
    <div className={styles.failure} role="status">
      <p>
        <Trans>Your browser can't play {name}. Download it to open it in another program.</Trans>
      </p>
      <DownloadLink size="small" href={downloadUrl(file)} download={name} aria-label={t`Download ${name}`}>
        <Trans>Download</Trans>
      </DownloadLink>
    </div>
  );
}
