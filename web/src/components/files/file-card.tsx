import {t} from '@lingui/core/macro';
import type {FileInfo} from '@mattermost/types/files';
import type {ReactNode} from 'react';
import {downloadUrl, isPicture, mediaKind} from '../../data/files/media.ts';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {fileIcon} from '../media/file-icon.ts';
import {Icon} from '../ui/icon.tsx';
import styles from './file-card.module.css';

interface FileCardProps {
  file: FileInfo;
  onView: () => void;
  /** A preview of the file, below the other facts. */
  children?: ReactNode;
}

/** A file's name, type and size, to view or download it. */
export function FileCard({file, onView, children}: FileCardProps) {
  const {name} = file;
  const type = file.extension.toUpperCase();
  const size = byteSize(file.size);
  const facts = [type, size].filter(Boolean).join(' · ');
  const kind = mediaKind(file);
  const url = downloadUrl(file);
  const content = (
    <>
      {isPicture(file) && file.has_preview_image ? (
        <img className={styles.thumb} src={server.getFileThumbnailUrl(file.id, 0)} alt="" loading="lazy" />
      ) : (
        <span className={styles.icon}>
          <Icon name={fileIcon(file)} size={24} />
        </span>
      )}
      <span className={styles.text}>
        <bdi className={styles.name}>{name}</bdi>{' '}
        <span className={styles.size}>
          {/* In Arabic, the number would stay with the type, and not with its unit. */}
          {type && <bdi>{type}</bdi>}
          {type && ' · '}
          <bdi>{size}</bdi>
        </span>
      </span>
    </>
  );
  return (
    <div className={styles.card} data-previewed={children ? true : undefined}>
      {kind === 'none' ? (
        // The page can't show this file, so there is no viewer to open.
        <a className={styles.open} href={url} download={name} aria-label={`${t`Download ${name}`} ${facts}`}>
          {content}
          <span className={styles.download}>
            <Icon name="download" size={18} />
          </span>
        </a>
      ) : (
        <>
          <button
            type="button"
            className={styles.open}
            onClick={onView}
            // The label has to contain the visible text unchanged, so that speech input finds the button.
            aria-label={`${t`Show ${name}`} ${facts}`}
          >
            {content}
          </button>
          <a
            className={styles.download}
            href={url}
            download={name}
            aria-label={t`Download ${name}`}
            title={t`Download`}
          >
            <Icon name="download" size={18} />
          </a>
        </>
      )}
      {children && <div className={styles.preview}>{children}</div>}
    </div>
  );
}
