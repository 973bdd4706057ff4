import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {downloadUrl} from '../../data/files/media.ts';
import {DownloadLink} from '../ui/button.tsx';
import styles from './media-failure.module.css';

interface MediaFailureProps {
  file: FileInfo;
  /** Whether to offer the download. Except for voice messages, it is already above the player. */
  hasDownload?: boolean;
}

/** Shown instead of a player if the browser can't play the file. */
export function MediaFailure({file, hasDownload = false}: MediaFailureProps) {
  const {name} = file;
  return (
    <div className={styles.failure} role="status">
      <p>
        <Trans>Your browser can't play {name}. Download it to open it in another program.</Trans>
      </p>
      {hasDownload && (
        <DownloadLink size="small" href={downloadUrl(file)} download={name} aria-label={t`Download ${name}`}>
          <Trans>Download</Trans>
        </DownloadLink>
      )}
    </div>
  );
}
