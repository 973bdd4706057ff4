import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {type ReactNode, useEffect, useRef, useState} from 'react';
import {FileViewer} from '../../../components/files/file-viewer.ts';
import {moveFocusTo, PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {openPanel, type SearchPanel as SearchAddress} from '../../../components/panels/use-panel.ts';
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
import {rememberSearch} from '../../../data/posts/search-history.ts';
import {type SearchScope, searchedTeamId} from '../../../data/posts/search-scope.ts';
import {isSearchable, parseWords, withoutFilters} from '../../../data/posts/search-terms.ts';
import {count} from '../../../lib/numbers.ts';
import {isTouchOnly} from '../../../lib/touch.ts';
import {SearchBox} from '../search/search-box.tsx';
import {useSearchScopes} from '../search/search-scopes.ts';
import {TeamSelect} from '../search/team-select.tsx';
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
  teams: SearchScope;
  onClose: () => void;
}

/** Searches the messages or the files of one team, or of all teams of the person. */
export function SearchPanel({terms, of, order, teams: wanted, onClose}: SearchPanelProps) {
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
  const scopes = useSearchScopes();
  const teams = scopes.read(wanted);
  const teamId = searchedTeamId(teams, scopes.open);
  const found = useFoundWords(teamId, terms, order);
  const messages = useFoundPosts(teamId, isSearchable(terms) ? terms : '', order);
  const files = useFoundFiles(teamId, isSearchable(terms) ? terms : '', order);
  const inFiles = files.data?.flatMap(({words = []}) => words) ?? [];
  useHighlights(results, [...parseWords(terms), ...found, ...inFiles]);
  const search = (changed: Partial<SearchAddress>) =>
    openPanel({
      kind: 'search',
      terms,
      of: of === 'files' ? of : undefined,
      order: order === 'oldest' ? order : undefined,
      teams,
      ...changed,
    });
  /** Searches other teams for what the field contains. */
  function searchTeams(next: SearchScope, typed: string) {
    rememberSearch(typed, next ?? scopes.open.id);
    search({terms: typed, teams: next});
  }
  const hasTeams = scopes.teams.length > 1;
  const lists = {
    terms,
    order,
    teamId,
    withTeams: teams !== undefined,
    onSearch: search,
    onAllTeams: hasTeams && teams !== 'all' ? () => searchTeams('all', terms) : undefined,
  };
  return (
    <PanelFrame title={t`Search`} onClose={onClose}>
      <SearchBox
        text={text}
        onChange={setText}
        onSearch={(found, covered) => {
          search({terms: found, teams: covered});
          // As after a search in the header, the arrow keys move through the results.
          if (found !== '' && !isTouchOnly()) moveFocusTo(results.current!);
        }}
        placeholder={t`Words, from:username, in:channel`}
        autoFocus={terms === ''}
        searched={terms}
        teams={teams}
      >
        {(add) => (
          <div className={styles.tools}>
            <FilterButtons onAdd={add} />
            {hasTeams && (
              <div className={styles.teams}>
                <TeamSelect teams={teams} onChange={(next) => searchTeams(next, text.trim())} />
              </div>
            )}
          </div>
        )}
      </SearchBox>
      <SearchFilters terms={terms} teamId={teamId} onChange={(rest) => search({terms: rest})} />
      {terms !== '' && (
        <div className={styles.kinds}>
          <TabButtons<Kind>
            label={t`Search in`}
            options={[
              ['messages', counted(t`Messages`, messages)],
              ['files', counted(t`Files`, files)],
            ]}
            value={of}
            onChange={(kind) => search({of: kind === 'files' ? kind : undefined})}
          />
        </div>
      )}
      <PanelBody label={t`Search results`} ref={results}>
        {!isSearchable(terms) ? (
          <SearchHints />
        ) : of === 'files' ? (
          <FoundFiles {...lists} />
        ) : (
          <FoundMessages {...lists} />
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
  /** Empty for all teams. */
  teamId: string;
  /** Whether the results name their team. */
  withTeams: boolean;
  onSearch: (changed: Partial<SearchAddress>) => void;
  /** Searches in all teams. Undefined if that finds nothing else. */
  onAllTeams: (() => void) | undefined;
}

function FoundMessages({terms, order, teamId, withTeams, onSearch, onAllTeams}: FoundProps) {
  const query = useFoundPosts(teamId, terms, order);
  const isEmpty = query.data?.length === 0;
  const suggested = useSuggestedTerms(teamId, terms, {enabled: isEmpty});
  const files = useFoundFiles(teamId, isEmpty ? terms : '');
  return (
    <>
      <FoundCount
        count={query.data?.length}
        hasMore={query.hasNextPage}
        order={order}
        onOrder={(next) => onSearch({order: next === 'oldest' ? next : undefined})}
      />
      <FoundPosts query={query} icon="search" none={t`No results for “${terms}”`} withTeams={withTeams}>
        {suggested === '' ? (
          <Advice terms={terms}>
            <Trans>Try fewer or shorter words.</Trans>
          </Advice>
        ) : (
          <>
            <Trans>Messages with similar words:</Trans>
            <Button icon="search" onPress={() => onSearch({terms: suggested})}>
              <bdi>{suggested}</bdi>
            </Button>
          </>
        )}
        <WithoutFilters terms={terms} onSearch={onSearch} />
        {files.data && files.data.length > 0 && (
          <Button icon="file" onPress={() => onSearch({of: 'files'})}>
            <Trans>Show matching files</Trans>
          </Button>
        )}
        <AllTeamsButton onPress={onAllTeams} />
      </FoundPosts>
      <MoreButton query={query} className={styles.more} />
    </>
  );
}

function FoundFiles({terms, order, teamId, withTeams, onSearch, onAllTeams}: FoundProps) {
  const channels = useChannels();
  const query = useFoundFiles(teamId, terms, order);
  const [viewed, setViewed] = useState<{files: FileInfo[]; start: number}>();
  const files = query.data;
  const messages = useFoundPosts(teamId, files?.length === 0 ? terms : '');
  if (!files) return <NotLoaded error={query.error} onRetry={() => void query.refetch()} />;
  if (files.length === 0) {
    return (
      <EmptyState icon="file" title={t`No files match “${terms}”`}>
        <Advice terms={terms}>
          <Trans>
            Names and the text of documents are searched. Try fewer words, or a type such as ext:pdf.
          </Trans>
        </Advice>
        <WithoutFilters terms={terms} onSearch={onSearch} />
        {messages.data && messages.data.length > 0 && (
          <Button icon="message" onPress={() => onSearch({of: undefined})}>
            <Trans>Show matching messages</Trans>
          </Button>
        )}
        <AllTeamsButton onPress={onAllTeams} />
      </EmptyState>
    );
  }
  return (
    <>
      <FoundCount
        count={files.length}
        hasMore={query.hasNextPage}
        order={order}
        onOrder={(next) => onSearch({order: next === 'oldest' ? next : undefined})}
      />
      <ul className={styles.files}>
        {files.map((file, index) => (
          <FoundFile
            key={file.id}
            file={file}
            channel={channels[file.channel_id]}
            withTeam={withTeams}
            onView={() => setViewed({files, start: index})}
          />
        ))}
      </ul>
      <MoreButton query={query} className={styles.more} />
      {viewed && <FileViewer {...viewed} onClose={() => setViewed(undefined)} />}
    </>
  );
}

/** What may help if a search found nothing: `children` if it has words. */
function Advice({terms, children}: {terms: string; children: ReactNode}) {
  return withoutFilters(terms) === '' ? <Trans>Try fewer or other filters.</Trans> : children;
}

/** For a search with words and filters that found nothing. */
function WithoutFilters({terms, onSearch}: Pick<FoundProps, 'terms' | 'onSearch'>) {
  const words = withoutFilters(terms);
  return (
    words !== '' &&
    words !== terms && (
      <Button icon="filter" onPress={() => onSearch({terms: words})}>
        <Trans>Search without filters</Trans>
      </Button>
    )
  );
}

/** For a search of one team that found nothing. */
function AllTeamsButton({onPress}: {onPress: (() => void) | undefined}) {
  return (
    onPress && (
      <Button icon="search" onPress={onPress}>
        <Trans>Search in all teams</Trans>
      </Button>
    )
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
