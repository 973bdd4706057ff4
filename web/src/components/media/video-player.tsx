import type {FileInfo} from '@mattermost/types/files';
import {useState} from 'react';
import {server} from '../../lib/server.ts';
import {MediaFailure} from './media-failure.tsx';
import {playAlone} from './play-alone.ts';
import styles from './video-player.module.css';

/** A video with the browser's controls. Fills its container. */
export function VideoPlayer({file}: {file: FileInfo}) {
  const [failed, setFailed] = useState(false);
  if (failed) return <MediaFailure file={file} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: users upload it, with the captions that it contains.
    <video
      className={styles.video}
      src={server.getFileUrl(file.id, 0)}
      aria-label={file.name}
      controls
      playsInline
      preload="metadata"
      onPlay={({currentTarget}) => playAlone(currentTarget)}
      onError={() => setFailed(true)}
    />
  );
}
