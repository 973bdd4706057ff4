import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useEffect, useRef, useState} from 'react';
import {FileViewer} from '../../../components/files/file-viewer.ts';
import {moveFocusTo, PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {openPanel} from '../../../components/panels/use-panel.ts';
import {Button} from '../../../components/ui/button.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {TabButtons} from '../../../components/ui/tab-buttons.tsx';
import {useChannels} from '../../../data/channels/channels.ts';
import {useFoundFiles} from '../../../data/files/found-files.ts';
import {
  type SearchOrder,
  useFoundPosts,
  useFoundWords,
  useSuggestedTerms,
} from '../../../data/posts/search.ts';
import {isSearchable, parseWords, withoutFilters} from '../../../data/posts/search-terms.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {count} from '../../../lib/numbers.ts';
import {isTouchOnly} from '../../../lib/touch.ts';
import {SearchBox} from '../search/search-box.tsx';
import {useHighlights} from '../search/use-highlights.ts';
import {FoundFile} from './found-file.tsx';
import {FoundPosts} from './post-lists.tsx';
import {FilterButtons, SearchFilters} from './search-filters.tsx';
import styles from './search-panel.module.css';

type Kind = 'messages' | 'files';

interface SearchPanelProps {
  terms: string;
  of: Kind;
  order: SearchOrder;
  onClose: () => void;
}

/** Searches the messages or the files of the team. */
export function SearchPanel({terms, of, order, onClose}: SearchPanelProps) {
  const [text, setText] = useState(terms);
  // Not in an effect, which could run after the first characters are typed.
  const [searched, setSearched] = useState(terms);
  if (searched !== terms) {
    setSearched(terms);
    setText(terms);
  }
  // The field in the channel header had the focus, and is gone, so move the focus to the results.
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body && !isTouchOnly();
    if (terms !== '' && isFocusLost) moveFocusTo(results.current!);
  }, [terms]);
  const team = useCurrentTeam();
  const found = useFoundWords(team.id, terms, order);
  const messages = useFoundPosts(team.id, isSearchable(terms) ? terms : '', order);
  const files = useFoundFiles(team.id, isSearchable(terms) ? terms : '', order);
  const inFiles = files.data?.flatMap(({words = []}) => words) ?? [];
  useHighlights(results, [...parseWords(terms), ...found, ...inFiles]);
  const search = (found: string, kind: Kind = of, sorted: SearchOrder = order) =>
    openPanel({
      kind: 'search',
      terms: found,
      ...(kind === 'files' && {of: 'files'}),
      ...(sorted === 'oldest' && {order: 'oldest'}),
    });
  return (
    <PanelFrame title={t`Search`} onClose={onClose}>
      <SearchBox
        text={text}
        onChange={setText}
        onSearch={search}
        placeholder={t`Words, from:username, in:channel`}
        autoFocus={terms === ''}
        searched={terms}
      >
        {(add) => <FilterButtons onAdd={add} />}
      </SearchBox>
      <SearchFilters terms={terms} onChange={search} />
      {terms !== '' && (
        <div className={styles.kinds}>
          <TabButtons<Kind>
            label={t`Search in`}
            options={[
              ['messages', counted(t`Messages`, messages)],
              ['files', counted(t`Files`, files)],
            ]}
            value={of}
            onChange={(kind) => search(terms, kind)}
          />
        </div>
      )}
      <PanelBody label={t`Search results`} ref={results}>
        {!isSearchable(terms) ? (
          <SearchHints />
        ) : of === 'files' ? (
          <FoundFiles terms={terms} order={order} onSearch={search} />
        ) : (
          <FoundMessages terms={terms} order={order} onSearch={search} />
        )}
      </PanelBody>
    </PanelFrame>
  );
}

/** The name of a list with the number of its results, as far as it is known. */
function counted(
  name: string,
  {data, hasNextPage}: {data?: readonly unknown[]; hasNextPage: boolean},
): string {
  if (!data) return name;
  return `${name} ${count(data.length)}${hasNextPage ? '+' : ''}`;
}

interface FoundProps {
  terms: string;
  order: SearchOrder;
  onSearch: (terms: string, kind: Kind, order?: SearchOrder) => void;
}

function FoundMessages({terms, order, onSearch}: FoundProps) {
  const team = useCurrentTeam();
  const query = useFoundPosts(team.id, terms, order);
  const isEmpty = query.data?.length === 0;
  const suggested = useSuggestedTerms(team.id, terms, {enabled: isEmpty});
  const files = useFoundFiles(team.id, isEmpty ? terms : '');
  const words = withoutFilters(terms);
  return (
    <>
      <FoundCount
        count={query.data?.length}
        hasMore={query.hasNextPage}
        order={order}
        onOrder={(next) => onSearch(terms, 'messages', next)}
      />
      <FoundPosts query={query} icon="search" none={t`No results for “${terms}”`}>
        {suggested === '' ? (
          <Trans>Try fewer or shorter words.</Trans>
        ) : (
          <>
            <Trans>Messages with similar words:</Trans>
            <Button icon="search" onPress={() => onSearch(suggested, 'messages')}>
              <bdi>{suggested}</bdi>
            </Button>
          </>
        )}
        {words !== '' && words !== terms && (
          <Button icon="filter" onPress={() => onSearch(words, 'messages')}>
            <Trans>Search without filters</Trans>
          </Button>
        )}
        {files.data && files.data.length > 0 && (
          <Button icon="file" onPress={() => onSearch(terms, 'files')}>
            <Trans>Show matching files</Trans>
          </Button>
        )}
      </FoundPosts>
      <MoreButton query={query} className={styles.more} />
    </>
  );
}

function FoundFiles({terms, order, onSearch}: FoundProps) {
  const team = useCurrentTeam();
  const channels = useChannels();
  const query = useFoundFiles(team.id, terms, order);
  const [viewed, setViewed] = useState<{files: FileInfo[]; start: number}>();
  const files = query.data;
  const messages = useFoundPosts(team.id, files?.length === 0 ? terms : '');
  if (!files) return <NotLoaded error={query.error} onRetry={() => void query.refetch()} />;
  if (files.length === 0) {
    return (
      <EmptyState icon="file" title={t`No files match “${terms}”`}>
        <Trans>
          Names and the text of documents are searched. Try fewer words, or a type such as ext:pdf.
        </Trans>
        {messages.data && messages.data.length > 0 && (
          <Button icon="message" onPress={() => onSearch(terms, 'messages')}>
            <Trans>Show matching messages</Trans>
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <FoundCount
        count={files.length}
        hasMore={query.hasNextPage}
        order={order}
        onOrder={(next) => onSearch(terms, 'files', next)}
      />
      <ul className={styles.files}>
        {files.map((file, index) => (
          <FoundFile
            key={file.id}
            file={file}
            channel={channels[file.channel_id]}
            onView={() => setViewed({files, start: index})}
          />
        ))}
      </ul>
      <MoreButton query={query} className={styles.more} />
      {viewed && <FileViewer {...viewed} onClose={() => setViewed(undefined)} />}
    </>
  );
}

interface FoundCountProps {
  count: number | undefined;
  hasMore: boolean;
  order: SearchOrder;
  onOrder: (order: SearchOrder) => void;
}

/** The number of results and their order. The server doesn't count those that aren't loaded yet. */
function FoundCount({count = 0, hasMore, order, onOrder}: FoundCountProps) {
  return (
    <div className={styles.count}>
      <p role="status">
        {hasMore ? (
          <Trans>The first {count} results</Trans>
        ) : count > 0 ? (
          <Plural value={count} one="# result" other="# results" />
        ) : null}
      </p>
      {count > 1 && (
        <Button
          size="small"
          icon={order === 'oldest' ? 'arrowUp' : 'arrowDown'}
          onPress={() => onOrder(order === 'oldest' ? 'newest' : 'oldest')}
        >
          {order === 'oldest' ? <Trans>Oldest first</Trans> : <Trans>Newest first</Trans>}
        </Button>
      )}
    </div>
  );
}

function SearchHints() {
  return (
    <EmptyState icon="search" title={t`Narrow your search`}>
      <ul className={styles.hints}>
        <li>
          <Trans>
            <code>"exact phrase"</code> for a word or phrase exactly as written
          </Trans>
        </li>
        <li>
          <Trans>
            <code>-word</code> to exclude a word
          </Trans>
        </li>
        <li>
          <Trans>
            <code>from:anna</code> for messages from a person
          </Trans>
        </li>
        <li>
          <Trans>
            <code>in:town-square</code> for messages in a channel
          </Trans>
        </li>
        <li>
          <Trans>
            <code>after:2026-01-31</code>, <code>before:</code> or <code>on:</code> for dates
          </Trans>
        </li>
        <li>
          <Trans>
            <code>has:link</code>, <code>ext:pdf</code> for what messages contain
          </Trans>
        </li>
      </ul>
    </EmptyState>
  );
}
