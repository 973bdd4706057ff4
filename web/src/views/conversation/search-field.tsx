import {t} from '@lingui/core/macro';
import {useStore} from '@nanostores/react';
import {useEffect, useState} from 'react';
import {useShortcut} from '../../components/keyboard/use-shortcut.ts';
import {$searchedTeams, openPanel, type Panel, togglePanel} from '../../components/panels/use-panel.ts';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {SearchBox} from './search/search-box.tsx';
import {useSearchScopes} from './search/search-scopes.ts';
import styles from './search-field.module.css';

/**
 * Searches messages. The results appear in the side panel. While it is open, the field is there. It is always there if
 * the header is narrow.
 */
export function SearchField({panel}: {panel: Panel | undefined}) {
  const terms = panel?.kind === 'search' ? panel.terms : undefined;
  const [text, setText] = useState(terms ?? '');
  const {read, nameOf} = useSearchScopes();
  const teams = read(useStore($searchedTeams));
  const empty = {kind: 'search', terms: '', teams} as const;
  // Closing the panel keeps the text.
  useEffect(() => {
    if (terms !== undefined) setText(terms);
  }, [terms]);
  useShortcut('search', () => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('search input')];
    const shown = fields.find((one) => one.checkVisibility());
    if (!shown) return openPanel(empty);
    shown.focus();
    shown.select();
  });
  const isOpen = panel?.kind === 'search';
  return (
    <>
      {!isOpen && (
        <div className={styles.wide}>
          <SearchBox
            isSmall
            text={text}
            onChange={setText}
            onSearch={(found, covered) => openPanel({kind: 'search', terms: found, teams: covered})}
            placeholder={t`Search`}
            teams={teams}
            scope={teams && nameOf(teams)}
            onScope={$searchedTeams.set}
          />
        </div>
      )}
      <span className={isOpen ? undefined : styles.button}>
        <IconButton
          icon="search"
          label={t`Search messages`}
          pressed={isOpen}
          onPress={() => togglePanel(empty)}
        />
      </span>
    </>
  );
}
