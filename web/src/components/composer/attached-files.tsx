import {t} from '@lingui/core/macro';
import type {DraftFile} from '../../data/drafts/voice-messages.ts';
import {isPicture} from '../../data/files/media.ts';
import {cancelUpload, removeFile, type Upload} from '../../data/files/uploads.ts';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {clock} from '../media/clock.ts';
import {fileIcon} from '../media/file-icon.ts';
import {Icon} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {Spinner} from '../ui/spinner.tsx';
import styles from './composer.module.css';

interface AttachedFilesProps {
  placeId: string;
  files: readonly DraftFile[];
  uploads: readonly Upload[];
}

/** The files of a draft, including those that are still uploading. */
export default function AttachedFiles({placeId, files, uploads}: AttachedFilesProps) {
  return (
    <ul className={styles.files} aria-label={t`Files`}>
      {files.map((file) => (
        <ReadyFile key={file.id} file={file} onRemove={() => removeFile(placeId, file)} />
      ))}
      {uploads.map((upload) => (
        <UploadingFile key={upload.id} upload={upload} onCancel={() => cancelUpload(placeId, upload)} />
      ))}
    </ul>
  );
}

function ReadyFile({file, onRemove}: {file: DraftFile; onRemove: () => void}) {
  const {name, voice} = file;
  return (
    <li className={styles.file}>
      {isPicture(file) && file.has_preview_image ? (
        <img className={styles.thumb} src={server.getFileThumbnailUrl(file.id, 0)} alt="" />
      ) : (
        <Icon name={voice ? 'microphone' : fileIcon(file)} />
      )}
      <bdi className={styles.fileName}>{name}</bdi>
      <span className={styles.fileSize}>{voice ? clock(voice.duration / 1000) : byteSize(file.size)}</span>
      <IconButton icon="close" size="small" label={t`Remove ${name}`} onPress={onRemove} />
    </li>
  );
}

function UploadingFile({upload, onCancel}: {upload: Upload; onCancel: () => void}) {
  const {name} = upload;
  return (
    <li className={styles.file} data-failed={upload.error ? true : undefined}>
      {upload.error ? <Icon name="warning" /> : <Spinner />}
      <bdi className={styles.fileName}>{name}</bdi>
      {upload.error ? (
        <span role="alert">{upload.error}</span>
      ) : (
        <progress
          className={styles.progress}
          max={1}
          value={upload.progress}
          aria-label={t`Uploading ${name}`}
        />
      )}
      <IconButton
        icon="close"
        size="small"
        label={upload.error ? t`Remove ${name}` : t`Cancel upload of ${name}`}
        onPress={onCancel}
      />
    </li>
  );
}
