import {type FormEvent, useEffect, useRef, useState} from 'react';
import {PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {usePanel} from '../../../components/panels/use-panel.ts';
import {Icon} from '../../../components/ui/icon.tsx';
import {MoreButton} from '../../../components/ui/more-button.tsx';
import {EmptyState} from '../../../components/ui/state.tsx';
import {useFoundPosts} from '../../../data/posts/search.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {FoundPosts} from './post-lists.tsx';
import styles from './search-panel.module.css';

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
  const query = useFoundPosts(team.id, terms);
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
