import {useQuery} from '@tanstack/react-query';
import {type DragEvent, useRef, useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {CardIntro} from '../../../components/ui/card-intro.tsx';
import {ErrorNotice, Notice} from '../../../components/ui/notice.tsx';
import {ProgressBar} from '../../../components/ui/progress-bar.tsx';
import {stopUpload, type Upload, unfinishedUploads, upload, useUpload} from '../../../data/imports/upload.ts';
import {byteSize} from '../../../lib/numbers.ts';
import styles from './upload-area.module.css';

/** Where a file for the import is dropped or chosen, and how far it is on its way. */
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

  if (current && !current.error) return <UnderWay current={current} />;
  return (
    <section
      className={styles.area}
      aria-label="Send a file"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <CardIntro icon="upload" title="Drop a file here, or choose one">
        A <code>.jsonl</code> file of JSON lines, or a <code>.zip</code> with one in it and the attached files
        in the folder <code>data</code>. Sending goes on where it broke off.
      </CardIntro>
      <Button kind="primary" icon="upload" onPress={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept=".jsonl,.ndjson,.json,.zip"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void upload(file);
        }}
      />
      {current?.error && (
        <div className={styles.notice}>
          <ErrorNotice text={`${current.file.name} was not taken: ${current.error}`} />
        </div>
      )}
      <Unfinished />
    </section>
  );
}

function UnderWay({current}: {current: Upload}) {
  const {file, sent, isWaiting} = current;
  return (
    <section className={styles.area} aria-label="Send a file">
      <div className={styles.progress}>
        <ProgressBar
          label={`Sending ${file.name}`}
          share={file.size > 0 ? sent / file.size : undefined}
          detail={`${byteSize(sent)} of ${byteSize(file.size)}. You can look at other pages meanwhile, but do not close this one.`}
        />
      </div>
      <Button icon="close" onPress={stopUpload}>
        Stop
      </Button>
      {isWaiting && (
        <div className={styles.notice}>
          <Notice kind="warning">
            The server cannot be reached. Sending goes on by itself as soon as it can, from where it broke
            off.
          </Notice>
        </div>
      )}
    </section>
  );
}

/** What was broken off earlier, so that one knows it can be gone on with. */
function Unfinished() {
  const {data = []} = useQuery({
    queryKey: ['unfinished-imports'],
    queryFn: unfinishedUploads,
    staleTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <div className={styles.notice}>
      {data.map(({id, filename, file_size, file_offset}) => (
        <Notice key={id}>
          Of <strong>{filename}</strong>, {byteSize(file_offset)} of {byteSize(file_size)} have arrived.
          Choose the same file again to send the rest.
        </Notice>
      ))}
    </div>
  );
}
