import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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

/** Searches the messages of the team. */
export function SearchPanel({terms, onClose}: {terms: string; onClose: () => void}) {
  const team = useCurrentTeam();
  const [, openPanel] = usePanel();
  const [text, setText] = useState(terms);
  useEffect(() => setText(terms), [terms]);
  // In all but wide windows, the panel hides the field in the channel header, which had the focus.
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
    <PanelFrame title={t`Search`} onClose={onClose}>
      <search>
        <form className={styles.form} onSubmit={submit}>
          <Icon name="search" size={16} />
          <input
            className={styles.field}
            type="search"
            aria-label={t`Search messages`}
            placeholder={t`Words, from:username, in:channel`}
            // biome-ignore lint/a11y/noAutofocus: without terms, the person opened it to type them.
            autoFocus={terms === ''}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      </search>
      <PanelBody label={t`Search results`} ref={results}>
        {terms === '' ? (
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
            </ul>
          </EmptyState>
        ) : (
          <FoundPosts query={query} icon="search" none={t`No results for “${terms}”`}>
            <Trans>Try fewer words, or the start of a word followed by *.</Trans>
          </FoundPosts>
        )}
        <MoreButton query={query} className={styles.more} />
      </PanelBody>
    </PanelFrame>
  );
}
