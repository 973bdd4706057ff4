import type {ServerChannel} from '@mattermost/types/channels';
import {type FormEvent, useEffect, useState} from 'react';
import {usePanel} from '../../components/panels/use-panel.ts';
import {Icon} from '../../components/ui/icon.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import styles from './search-field.module.css';

/** Finds messages; what is found stands beside the channel. On a phone the field is in the panel itself. */
export function SearchField({channel}: {channel: ServerChannel}) {
  const [panel, openPanel] = usePanel();
  const terms = panel?.kind === 'search' ? panel.terms : '';
  const [text, setText] = useState(terms);
  useEffect(() => setText(terms), [terms]);
  function submit(event: FormEvent) {
    event.preventDefault();
    openPanel({kind: 'search', terms: text.trim()});
  }
  return (
    <>
      <search>
        <form className={styles.form} onSubmit={submit}>
          <Icon name="search" size={16} />
          <input
            className={styles.field}
            type="search"
            aria-label="Search messages"
            placeholder="Search"
            title={`Search all of the team, or add in:${channel.name}, from:somebody, before: or after: a date`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      </search>
      <span className={styles.button}>
        <IconButton
          icon="search"
          label="Search messages"
          onPress={() => openPanel({kind: 'search', terms: ''})}
        />
      </span>
    </>
  );
}
