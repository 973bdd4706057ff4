import type {FileInfo} from '@mattermost/types/files';
import {isPicture, mediaKind} from '../../data/files/media.ts';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {Icon} from '../ui/icon.tsx';
import styles from './file-card.module.css';

/** A file in short: its name, kind and size, to be looked at or downloaded. */
export function FileCard({file, onView}: {file: FileInfo; onView: () => void}) {
  return (
    <div className={styles.card}>
      <button type="button" className={styles.open} onClick={onView}>
        <span className="visually-hidden">Show </span>
        {isPicture(file) && file.has_preview_image ? (
          <img className={styles.thumb} src={server.getFileThumbnailUrl(file.id, 0)} alt="" loading="lazy" />
        ) : (
          <span className={styles.icon}>
            <Icon name={mediaKind(file) === 'text' ? 'document' : 'file'} size={24} />
          </span>
        )}
        <span className={styles.text}>
          <span className={styles.name}>{file.name}</span>
          <span className={styles.size}>
            {[file.extension.toUpperCase(), byteSize(file.size)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      <a
        className={styles.download}
        href={`${server.getFileUrl(file.id, 0)}?download=1`}
        download={file.name}
        aria-label={`Download ${file.name}`}
        title="Download"
      >
        <Icon name="download" size={18} />
      </a>
    </div>
  );
}
