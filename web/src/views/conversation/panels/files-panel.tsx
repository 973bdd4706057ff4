import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {FileInfo} from '@mattermost/types/files';
import {useState} from 'react';
import {FileViewer} from '../../../components/files/file-viewer.ts';
import {useHistoryState} from '../../../components/panels/history-memory.ts';
import {PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {Select} from '../../../components/ui/select-field.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {useChannelFiles} from '../../../data/files/channel-files.ts';
import type {FileType} from '../../../data/files/file-types.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {useDebounced} from '../../../lib/use-debounced.ts';
import styles from './files-panel.module.css';
import {FoundFile} from './found-file.tsx';

/** The files of a channel, newest first, with a search and a filter by type. */
export function FilesPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const team = useCurrentTeam();
  const name = useChannelName(channel);
  const [typed, setTyped] = useHistoryState('text', '');
  const [viewed, setViewed] = useState<{files: FileInfo[]; start: number}>();
  const words = useDebounced(typed.trim());
  const [type, setType] = useHistoryState<FileType | undefined>('type', undefined);
  const query = useChannelFiles(team.id, channel.id, words, type);
  const files = query.data;
  return (
    <PanelFrame title={t`Files`} subtitle={name} onClose={onClose}>
      <search className={styles.find}>
        <TextField
          label={t`Find files`}
          hideLabel
          type="search"
          placeholder={t`Find files`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TypeFilter type={type} onChange={setType} />
      </search>
      <PanelBody label={t`Files in this channel`}>
        {!files ? (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        ) : files.length === 0 ? (
          <NoFiles words={words} isFiltered={type !== undefined} />
        ) : (
          <ul className={styles.files}>
            {files.map((file, index) => (
              <FoundFile key={file.id} file={file} onView={() => setViewed({files, start: index})} />
            ))}
          </ul>
        )}
        <MoreButton query={query} className={styles.more} />
      </PanelBody>
      {viewed && <FileViewer {...viewed} onClose={() => setViewed(undefined)} />}
    </PanelFrame>
  );
}

/** A select with the types of files. */
function TypeFilter({type, onChange}: {type: FileType | undefined; onChange: (type?: FileType) => void}) {
  const names: Record<FileType, string> = {
    image: t`Images`,
    video: t`Videos`,
    audio: t`Audio`,
    document: t`Documents`,
    spreadsheet: t`Spreadsheets`,
    presentation: t`Presentations`,
    archive: t`Archives`,
  };
  const label = t`File type`;
  return (
    <Select
      control={{'aria-label': label}}
      label={label}
      options={[
        {value: '', label: t`All types`},
        ...Object.entries(names).map(([value, name]) => ({value, label: name})),
      ]}
      value={type ?? ''}
      onChange={(value) => onChange((value || undefined) as FileType | undefined)}
    />
  );
}

function NoFiles({words, isFiltered}: {words: string; isFiltered: boolean}) {
  if (words === '' && isFiltered) return <EmptyState icon="search" title={t`No files of this type`} />;
  return words === '' ? (
    <EmptyState icon="file" title={t`No files yet`}>
      <p>
        <Trans>Files that people attach to messages in this channel appear here.</Trans>
      </p>
    </EmptyState>
  ) : (
    <EmptyState icon="search" title={t`No files match “${words}”`}>
      <p>
        <Trans>
          Search for words in the name, or for a file type, such as <code>ext:pdf</code>.
        </Trans>
      </p>
    </EmptyState>
  );
}
