import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {detectLanguage, readFileText, textFormat} from '../../data/files/file-text.ts';
import {byteSize} from '../../lib/numbers.ts';
import {Highlighting} from '../markdown/highlighting.tsx';
import {Markdown} from '../markdown/markdown.tsx';
import {CopyButton} from '../ui/copy.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {LoadingState, NotLoaded} from '../ui/state.tsx';
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
    queryFn: () => readFileText(file, MAX_BYTES),
  });
  const format = textFormat(file);
  const isTable = format === 'table';
  const isMarkdown = format === 'markdown' && file.size <= MAX_MARKDOWN;
  const [isFormatted, setFormatted] = useState(isTable || isMarkdown);
  const [wraps, setWraps] = useState(true);
  if (data === undefined) return <NotLoaded error={error} onRetry={() => void refetch()} />;
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
