import type {ServerChannel} from '@mattermost/types/channels';
import type {FileInfo} from '@mattermost/types/files';
import {useInfiniteQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {Link} from 'react-router';
import {MoreButton} from '../../components/more-button.tsx';
import {part} from '../../components/part.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../components/state.tsx';
import {TextField} from '../../components/text-field.tsx';
import {When} from '../../components/when.tsx';
import {onLive} from '../../lib/live.ts';
import {itemsOf, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {useChannelName} from '../channels/channel-names.ts';
import {FileCard} from '../files/file-card.tsx';
import {PersonName} from '../people/person-name.tsx';
import {useCurrentTeam} from '../teams/teams.ts';
import styles from './files-panel.module.css';
import {PanelBody, PanelFrame} from './panel-frame.tsx';

const FileViewer = part(() => import('../files/file-viewer.tsx'));

const PAGE = 60;

/** The files in the messages of a channel, the newest first, and those of them that one looks for. */
export function FilesPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const team = useCurrentTeam();
  const name = useChannelName(channel);
  const [typed, setTyped] = useState('');
  const [viewed, setViewed] = useState<{files: FileInfo[]; start: number}>();
  const words = useDebounced(typed.trim());
  const readFiles = async (page: number, perPage: number) => {
    // What the library says of the answer is not what comes: an object, and no map.
    const {order, file_infos} = await server.call<{order: string[]; file_infos: Record<string, FileInfo>}>(
      `/teams/${team.id}/files/search`,
      {
        method: 'POST',
        body: {
          terms: [`in:${channel.id}`, ...words.split(/\s+/).map(beginning)].join(' '),
          include_deleted_channels: true,
          page,
          per_page: perPage,
        },
      },
    );
    return order.map((id) => file_infos[id]!);
  };
  const query = useInfiniteQuery({
    queryKey: ['channel-files', channel.id, words],
    initialPageParam: 0,
    queryFn: ({pageParam}) => readPage(readFiles, pageParam, PAGE),
    getNextPageParam: nextPage,
    select: itemsOf,
    placeholderData: (before) => before,
    staleTime: 0,
  });
  useEffect(() => {
    const readAnew = (event: {data: {post: string}}) => {
      const {channel_id, file_ids = []} = JSON.parse(event.data.post);
      if (channel_id !== channel.id || file_ids.length === 0) return;
      void queries.invalidateQueries({queryKey: ['channel-files', channel.id]});
    };
    const stops = ['posted', 'post_edited', 'post_deleted'].map((one) => onLive(one, readAnew));
    return () => {
      for (const stop of stops) stop();
    };
  }, [channel.id]);
  const files = query.data;
  return (
    <PanelFrame title="Files" subtitle={name} onClose={onClose}>
      <search className={styles.find}>
        <TextField
          label="Find a file"
          hideLabel
          type="search"
          placeholder="Find a file"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </search>
      <PanelBody label="Files of the channel">
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !files ? (
          <LoadingState />
        ) : files.length === 0 ? (
          <NoFiles words={words} />
        ) : (
          <ul className={styles.files}>
            {files.map((file, index) => (
              <ChannelFile key={file.id} file={file} onView={() => setViewed({files, start: index})} />
            ))}
          </ul>
        )}
        <MoreButton query={query} className={styles.more} />
      </PanelBody>
      {viewed && <FileViewer {...viewed} onClose={() => setViewed(undefined)} />}
    </PanelFrame>
  );
}

function ChannelFile({file, onView}: {file: FileInfo; onView: () => void}) {
  const team = useCurrentTeam();
  return (
    <li>
      <div className={styles.place}>
        <span className={styles.sender}>
          <PersonName userId={file.user_id} />
        </span>
        <When at={file.create_at} />
        <Link className={styles.jump} to={`/${team.name}/pl/${file.post_id}`}>
          Jump
        </Link>
      </div>
      <FileCard file={file} onView={onView} />
    </li>
  );
}

function NoFiles({words}: {words: string}) {
  return words === '' ? (
    <EmptyState icon="file" title="No files yet">
      <p>What people attach to their messages here appears in this list.</p>
    </EmptyState>
  ) : (
    <EmptyState icon="search" title={`No file matches “${words}”`}>
      <p>
        Type words of its name, or its kind, as in <code>ext:pdf</code>.
      </p>
    </EmptyState>
  );
}

/** Finds what begins with a word, while it is typed; signs and filters of a search stay as they are. */
function beginning(word: string): string {
  return /^[\p{L}\p{N}]+$/u.test(word) ? `${word}*` : word;
}
