import {useInfiniteQuery} from '@tanstack/react-query';
import {type FormEvent, useEffect, useRef, useState} from 'react';
import {Icon} from '../../components/icon.tsx';
import {MoreButton} from '../../components/more-button.tsx';
import {EmptyState} from '../../components/state.tsx';
import {itemsOf, nextPage, readPage} from '../../lib/pages.ts';
import {server} from '../../lib/server.ts';
import {usePanel} from '../posts/use-panel.ts';
import {useCurrentTeam} from '../teams/teams.ts';
import {PanelBody, PanelFrame} from './panel-frame.tsx';
import {FoundPosts, take} from './post-lists.tsx';
import styles from './search-panel.module.css';

const PAGE = 60;

/** Messages of the team that match. */
export function SearchPanel({terms, onClose}: {terms: string; onClose: () => void}) {
  const team = useCurrentTeam();
  const [, openPanel] = usePanel();
  const [text, setText] = useState(terms);
  useEffect(() => setText(terms), [terms]);
  // The field at the head of the channel, where one has typed, gives way to the panel in all but wide windows.
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (terms !== '' && !document.activeElement?.checkVisibility()) results.current?.focus();
  }, [terms]);
  const readFound = async (page: number, perPage: number) =>
    take(
      await server.searchPostsWithParams(team.id, {
        terms,
        is_or_search: false,
        include_deleted_channels: true,
        // Dates in the terms are days of the person's own calendar. In seconds.
        time_zone_offset: -new Date().getTimezoneOffset() * 60,
        page,
        per_page: perPage,
      }),
    );
  const query = useInfiniteQuery({
    queryKey: ['search', team.id, terms],
    enabled: terms !== '',
    initialPageParam: 0,
    queryFn: ({pageParam}) => readPage(readFound, pageParam, PAGE),
    getNextPageParam: nextPage,
    select: itemsOf,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    openPanel({kind: 'search', terms: text.trim()});
  }
  return (
    <PanelFrame title="Search" onClose={onClose}>
      <search>
        <form className={styles.form} onSubmit={submit}>
          <Icon name="search" size={16} />
          <input
            className={styles.field}
            type="search"
            aria-label="Search messages"
            placeholder="Words, from:somebody, in:channel"
            // biome-ignore lint/a11y/noAutofocus: without terms it was opened to type them.
            autoFocus={terms === ''}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      </search>
      <PanelBody label="What was found" ref={results}>
        {terms === '' ? (
          <EmptyState icon="search" title="What are you looking for?">
            <ul className={styles.hints}>
              <li>
                <code>"exactly this"</code> for a phrase, <code>-word</code> to leave out
              </li>
              <li>
                <code>from:anna</code> for somebody's messages
              </li>
              <li>
                <code>in:town-square</code> for those in a channel
              </li>
              <li>
                <code>after:2026-01-31</code>, <code>before:</code>, <code>on:</code> for days
              </li>
            </ul>
          </EmptyState>
        ) : (
          <FoundPosts query={query} icon="search" none={`Nothing matches “${terms}”`}>
            Try fewer words, or the beginning of one with *.
          </FoundPosts>
        )}
        <MoreButton query={query} className={styles.more} />
      </PanelBody>
    </PanelFrame>
  );
}
