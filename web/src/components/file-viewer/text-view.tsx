import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {Highlighting} from '../markdown/highlighting.tsx';
import {Markdown} from '../markdown/markdown.tsx';
import {CopyButton} from '../ui/copy.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {ErrorState, LoadingState} from '../ui/state.tsx';
import styles from './text-view.module.css';
import {ViewTools} from './view-tools.tsx';

const TableView = lazyComponent(() => import('./table-view.tsx'), <LoadingState />);

/** How much of a file is shown, in bytes. */
const MAX_BYTES = 200_000;

/** The maximum size of a Markdown file that is shown with its formatting, in bytes. */
const MAX_MARKDOWN = 65_536;

/** The beginning of a text file. Code is highlighted, and separated values are shown as a table, Markdown as text. */
export default function TextView({file}: {file: FileInfo}) {
  const {data, error, refetch} = useQuery({
    queryKey: ['file-text', file.id],
    queryFn: () => readBeginning(server.getFileUrl(file.id, 0)),
  });
  const extension = file.extension.toLowerCase();
  const isTable = ['csv', 'tsv'].includes(extension);
  const isMarkdown = ['md', 'markdown'].includes(extension) && file.size <= MAX_MARKDOWN;
  const [isFormatted, setFormatted] = useState(isTable || isMarkdown);
  const [wraps, setWraps] = useState(true);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState />;
  const isCut = file.size > MAX_BYTES;
  const shown = byteSize(MAX_BYTES);
  const whole = byteSize(file.size);
  return (
    <div className={styles.frame}>
      {isCut && (
        <p className={styles.cut}>
          <Trans>
            These are the first {shown} of {whole}. Download the file to see all of it.
          </Trans>
        </p>
      )}
      {isFormatted && isTable ? (
        <TableView text={data} isCut={isCut} name={file.name} />
      ) : isFormatted ? (
        <ScrollArea className={styles.document} role="document" aria-label={file.name}>
          <Markdown text={data} />
        </ScrollArea>
      ) : (
        <ScrollArea
          className={styles.text}
          data-wraps={wraps || undefined}
          role="document"
          aria-label={file.name}
          dir="auto"
        >
          <Highlighting code={data} language={detectLanguage(file)} />
        </ScrollArea>
      )}
      <ViewTools>
        {isTable && (
          <IconButton
            icon="list"
            label={t`Show as table`}
            onDark
            pressed={isFormatted}
            onPress={() => setFormatted(!isFormatted)}
          />
        )}
        {isMarkdown && (
          <IconButton
            icon="eye"
            label={t`Show formatting`}
            onDark
            pressed={isFormatted}
            onPress={() => setFormatted(!isFormatted)}
          />
        )}
        {!isFormatted && (
          <IconButton
            icon="wrap"
            label={t`Wrap lines`}
            onDark
            pressed={wraps}
            onPress={() => setWraps(!wraps)}
          />
        )}
        <CopyButton text={data} label={t`Copy text`} onDark />
      </ViewTools>
    </div>
  );
}

async function readBeginning(url: string): Promise<string> {
  const answer = await fetch(url, {headers: {Range: `bytes=0-${MAX_BYTES - 1}`}});
  // An empty file has no bytes to send.
  if (answer.status === 416) return '';
  const {status} = answer;
  if (!answer.ok) throw new Error(t`The server returned an error (HTTP ${status}).`);
  const bytes = new Uint8Array(await answer.arrayBuffer()).subarray(0, MAX_BYTES);
  // The last bytes may be part of a character.
  return new TextDecoder().decode(bytes, {stream: bytes.length === MAX_BYTES});
}

/** The language of the code, by its extension or by a file name such as `Makefile`. Empty for other text. */
function detectLanguage({name, extension}: FileInfo): string {
  const language = (extension || name).toLowerCase();
  return language === 'txt' || language === 'log' ? '' : language;
}
