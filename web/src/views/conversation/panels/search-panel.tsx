import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import type {FileInfo} from '@mattermost/types/files';
import {useEffect, useRef, useState} from 'react';
import {FileViewer} from '../../../components/files/file-viewer.ts';
import {moveFocusTo, PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {openPanel} from '../../../components/panels/use-panel.ts';
import {Button} from '../../../components/ui/button.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {useChannels} from '../../../data/channels/channels.ts';
import {useFoundFiles} from '../../../data/files/found-files.ts';
import {useFoundPosts, useSuggestedTerms} from '../../../data/posts/search.ts';
import {
  type FilterName,
  isSearchable,
  parseFilters,
  parseWords,
  withoutFilter,
} from '../../../data/posts/search-input.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {isTouchOnly} from '../../../lib/touch.ts';
import {SearchBox} from '../search/search-box.tsx';
import {useHighlights} from '../search/use-highlights.ts';
import {FoundFile} from './found-file.tsx';
import {FoundPosts} from './post-lists.tsx';
import styles from './search-panel.module.css';

type Kind = 'messages' | 'files';

/** Searches the messages or the files of the team. */
export function SearchPanel({terms, of, onClose}: {terms: string; of: Kind; onClose: () => void}) {
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
  useHighlights(results, parseWords(terms));
  const search = (found: string, kind: Kind = of) =>
    openPanel({kind: 'search', terms: found, ...(kind === 'files' && {of: 'files'})});
  return (
    <PanelFrame title={t`Search`} onClose={onClose}>
      <SearchBox
        text={text}
        onChange={setText}
        onSearch={search}
        placeholder={t`Words, from:username, in:channel`}
        autoFocus={terms === ''}
      >
        {(put) => <FilterButtons text={text} onPut={put} />}
      </SearchBox>
      <SearchFilters terms={terms} onChange={search} />
      {terms !== '' && (
        <fieldset className={styles.kinds} aria-label={t`Search in`}>
          <button type="button" aria-pressed={of === 'messages'} onClick={() => search(terms, 'messages')}>
            <Trans>Messages</Trans>
          </button>
          <button type="button" aria-pressed={of === 'files'} onClick={() => search(terms, 'files')}>
            <Trans>Files</Trans>
          </button>
        </fieldset>
      )}
      <PanelBody label={t`Search results`} ref={results}>
        {!isSearchable(terms) ? (
          <SearchHints />
        ) : of === 'files' ? (
          <FoundFiles terms={terms} onSearch={search} />
        ) : (
          <FoundMessages terms={terms} onSearch={search} />
        )}
      </PanelBody>
    </PanelFrame>
  );
}

/** Buttons that add a filter to the text of the field, which then suggests its values. */
function FilterButtons({text, onPut}: {text: string; onPut: (text: string) => void}) {
  const filters: [FilterName, string][] = [
    ['from', t({message: 'From', comment: 'Button that adds a filter to a search: who sent a message'})],
    ['in', t({message: 'In', comment: 'Button that adds a filter to a search: the channel'})],
    ['on', t`Date`],
    ['has', t({message: 'Has', comment: 'Button that adds a filter to a search: a file, a link, …'})],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> is for forms.
    <div className={styles.adding} role="group" aria-label={t`Add a filter`}>
      {filters.map(([name, label]) => (
        <Button key={name} size="small" onPress={() => onPut(withNewFilter(text, name))}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The search with a filter at its end that has no value yet. It replaces another one without a value. */
function withNewFilter(terms: string, name: FilterName): string {
  return `${terms.replace(/(?:^|\s)-?[a-z]+:\s*$/i, '').trim()} ${name}:`.trimStart();
}

/** The filters of the search, each with a button that removes it. */
function SearchFilters({terms, onChange}: {terms: string; onChange: (terms: string) => void}) {
  const filters = parseFilters(terms);
  if (filters.length === 0) return null;
  return (
    <ul className={styles.filters} aria-label={t`Filters`}>
      {filters.map((filter, index) => {
        const {text} = filter;
        return (
          <li key={`${index} ${text}`} className={styles.filter}>
            <bdi>{text}</bdi>
            <button
              type="button"
              aria-label={t`Remove filter ${text}`}
              title={t`Remove`}
              onClick={() => onChange(withoutFilter(terms, filter))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface FoundProps {
  terms: string;
  onSearch: (terms: string, kind: Kind) => void;
}

function FoundMessages({terms, onSearch}: FoundProps) {
  const team = useCurrentTeam();
  const query = useFoundPosts(team.id, terms);
  const isEmpty = query.data?.length === 0;
  const suggested = useSuggestedTerms(team.id, terms, {enabled: isEmpty});
  const files = useFoundFiles(team.id, isEmpty ? terms : '');
  return (
    <>
      <FoundCount count={query.data?.length} hasMore={query.hasNextPage} />
      <FoundPosts query={query} icon="search" none={t`No results for “${terms}”`}>
        {suggested === '' ? (
          <Trans>Try fewer words, or the start of a word followed by *.</Trans>
        ) : (
          <>
            <Trans>Messages with similar words:</Trans>
            <Button icon="search" onPress={() => onSearch(suggested, 'messages')}>
              <bdi>{suggested}</bdi>
            </Button>
          </>
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

function FoundFiles({terms, onSearch}: FoundProps) {
  const team = useCurrentTeam();
  const channels = useChannels();
  const query = useFoundFiles(team.id, terms);
  const [viewed, setViewed] = useState<{files: FileInfo[]; start: number}>();
  const files = query.data;
  const messages = useFoundPosts(team.id, files?.length === 0 ? terms : '');
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!files) return <LoadingState />;
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
      <FoundCount count={files.length} hasMore={query.hasNextPage} />
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

/** The number of results. The server doesn't count those that aren't loaded yet. */
function FoundCount({count = 0, hasMore}: {count: number | undefined; hasMore: boolean}) {
  return (
    <p className={styles.count} role="status">
      {hasMore ? (
        <Trans>The newest {count} results</Trans>
      ) : count > 0 ? (
        <Plural value={count} one="# result" other="# results" />
      ) : null}
    </p>
  );
}

function SearchHints() {
  return (
    <EmptyState icon="search" title={t`Narrow your search`}>
      <ul className={styles.hints}>
        <li>
          <Trans>
            <code>"exact phrase"</code> for a phrase, <code>-word</code> to exclude a word
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
