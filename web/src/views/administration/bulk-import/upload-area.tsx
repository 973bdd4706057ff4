import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {type DragEvent, useRef, useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {CardIntro} from '../../../components/ui/card-intro.tsx';
import {ErrorNotice, Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {
  stopUpload,
  type Upload,
  type UploadSession,
  unfinishedUploads,
  upload,
  useUpload,
} from '../../../data/imports/upload.ts';
import {byteSize} from '../../../lib/numbers.ts';
import styles from './upload-area.module.css';

/** Uploads a file for the import, by dropping or choosing it. */
export function UploadArea() {
  const current = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void upload(file);
  }

  if (current && !current.error) return <Uploading current={current} />;
  const name = current?.file.name ?? '';
  const reason = current?.error ?? '';
  return (
    <section
      className={styles.area}
      aria-label={t`Upload a file`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <CardIntro icon="upload" title={t`Drop a file here, or choose one`}>
        <Trans>
          A <code>.jsonl</code> file, or a <code>.zip</code> archive with a <code>.jsonl</code> file and a{' '}
          <code>data</code> folder for attachments. Interrupted uploads can be resumed.
        </Trans>
      </CardIntro>
      <Button kind="primary" icon="upload" onPress={() => input.current?.click()}>
        <Trans>Choose file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`File to import`}
        accept=".jsonl,.ndjson,.json,.zip"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void upload(file);
        }}
      />
      {reason && (
        <div className={styles.notice}>
          <ErrorNotice text={t`${name} couldn't be uploaded: ${reason}`} />
        </div>
      )}
      <Unfinished />
    </section>
  );
}

function Uploading({current}: {current: Upload}) {
  const {file, sent, isWaiting} = current;
  const name = file.name;
  const sentSize = byteSize(sent);
  const totalSize = byteSize(file.size);
  return (
    <section className={styles.area} aria-label={t`Upload a file`}>
      <div className={styles.progress}>
        <ProgressBar
          label={t`Uploading ${name}`}
          share={file.size > 0 ? sent / file.size : undefined}
          detail={t`${sentSize} of ${totalSize}. You can visit other pages, but keep this tab open.`}
        />
      </div>
      <Button icon="close" onPress={stopUpload}>
        <Trans>Cancel</Trans>
      </Button>
      {isWaiting && (
        <div className={styles.notice}>
          <Notice kind="warning">
            <Trans>The server can't be reached. The upload resumes automatically.</Trans>
          </Notice>
        </div>
      )}
    </section>
  );
}

/** Interrupted uploads, which can be resumed. */
function Unfinished() {
  const {data = []} = useQuery({
    queryKey: ['unfinished-imports'],
    queryFn: unfinishedUploads,
    staleTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <div className={styles.notice}>
      {data.map((session) => (
        <UnfinishedUpload key={session.id} session={session} />
      ))}
    </div>
  );
}

function UnfinishedUpload({session}: {session: UploadSession}) {
  const {filename} = session;
  const sentSize = byteSize(session.file_offset);
  const totalSize = byteSize(session.file_size);
  return (
    <Notice>
      <Trans>
        The upload of <strong>{filename}</strong> was interrupted after {sentSize} of {totalSize}. Choose the
        same file again to resume it.
      </Trans>
    </Notice>
  );
}
