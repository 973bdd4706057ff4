import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useEffect, useState} from 'react';
import {usePanel} from '../../components/panels/use-panel.ts';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {SearchBox} from './search/search-box.tsx';
import styles from './search-field.module.css';

/** Searches messages. The results appear in the side panel. On a phone, the panel also contains the field. */
export function SearchField({channel}: {channel: ServerChannel}) {
  const [panel, openPanel] = usePanel();
  const {name} = channel;
  const terms = panel?.kind === 'search' ? panel.terms : undefined;
  const [text, setText] = useState(terms ?? '');
  // Closing the panel keeps the text.
  useEffect(() => {
    if (terms !== undefined) setText(terms);
  }, [terms]);
  return (
    <>
      <div className={styles.wide}>
        <SearchBox
          isSmall
          text={text}
          onChange={setText}
          onSearch={(found) => openPanel({kind: 'search', terms: found})}
          placeholder={t`Search`}
          title={t`Search this team. To narrow the results, add in:${name}, from:username, or before: or after: a date.`}
        />
      </div>
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
