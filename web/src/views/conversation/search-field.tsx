import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {type FormEvent, useEffect, useState} from 'react';
import {usePanel} from '../../components/panels/use-panel.ts';
import {Icon} from '../../components/ui/icon.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import styles from './search-field.module.css';

/** Searches messages. The results appear in the side panel, which has the field itself on a phone. */
export function SearchField({channel}: {channel: ServerChannel}) {
  const [panel, openPanel] = usePanel();
  const {name} = channel;
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
            aria-label={t`Search messages`}
            placeholder={t`Search`}
            title={t`Search this team. To narrow the results, add in:${name}, from:username, or before: or after: a date.`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      </search>
      <span className={styles.button}>
        <IconButton
          icon="search"
          label={t`Search messages`}
          onPress={() => openPanel({kind: 'search', terms: ''})}
        />
      </span>
    </>
  );
}
