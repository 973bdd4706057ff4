import type {FileInfo} from '@mattermost/types/files';
import {useQuery} from '@tanstack/react-query';
import {useRef} from 'react';
import {detectLanguage, readFileText, textFormat} from '../../data/files/file-text.ts';
import {Highlighting} from '../markdown/highlighting.tsx';
import {Markdown} from '../markdown/markdown.tsx';
import {Collapsible} from '../ui/collapsible.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import type {PreviewProps} from './file-preview.ts';
import styles from './text-preview.module.css';
import {useIsNearView} from './use-is-near-view.ts';

const TablePreview = lazyComponent(() => import('./table-preview.tsx'));

/** How much of a file a message shows. The viewer shows more. */
const MAX_BYTES = 8_192;
const MAX_LINES = 60;

/** Height in pixels above which a preview is collapsed. */
const HEIGHT = 160;

/** To estimate the height of a short file before it is loaded: the length of a line in bytes, and its height in pixels. */
const LINE_BYTES = 40;
const LINE_HEIGHT = 20;

/**
 * The first lines of a text file, with the formatting of Markdown and of tables. It stays empty if it can't be loaded,
 * because the viewer says why.
 */
export default function TextPreview({file}: PreviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNearView(frame);
  const {data, isError} = useQuery({
    queryKey: ['file-preview', file.id],
    queryFn: async () => (await readFileText(file, MAX_BYTES)).split('\n', MAX_LINES).join('\n').trimEnd(),
    enabled: isNear,
    staleTime: Infinity,
  });
  if (isError || data === '') return null;
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={data === undefined ? {height: expectedHeight(file)} : undefined}
    >
      {data !== undefined && (
        <Collapsible height={HEIGHT}>
          <Formatted file={file} text={data} />
        </Collapsible>
      )}
    </div>
  );
}

function Formatted({file, text}: {file: FileInfo; text: string}) {
  switch (textFormat(file)) {
    case 'table':
      return <TablePreview text={text} isCut={file.size > MAX_BYTES} name={file.name} />;
    case 'markdown':
      return <Markdown text={text} />;
    default:
      return (
        <pre className={styles.text} dir="auto">
          <Highlighting code={text} language={detectLanguage(file)} />
        </pre>
      );
  }
}

function expectedHeight({size}: FileInfo): number {
  return Math.min(HEIGHT, Math.ceil(size / LINE_BYTES) * LINE_HEIGHT);
}
