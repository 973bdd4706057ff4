import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {Link, useNavigate} from 'react-router';
import type {Section} from '../../components/frame/section-sidebar.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {Icon, type IconName} from '../../components/ui/icon.tsx';
import {useSettings} from '../../data/administration/settings.ts';
import {foldText} from '../../lib/fold-text.ts';
import {matchRank, RANK} from '../../lib/match-rank.ts';
import {settingLabel} from '../../lib/setting-names.ts';
import styles from './administration-search.module.css';
import {findSettings} from './settings/find-settings.ts';
import {sectionTitle} from './settings/setting-words.ts';

/** The maximum number of results. More words narrow them down. */
const MAX_RESULTS = 8;

interface Result {
  path: string;
  label: string;
  /** Where it is. */
  area: string;
  icon: IconName;
  rank: number;
}

/** Finds pages and settings by their names. */
export function AdministrationSearch({sections}: {sections: readonly Section[]}) {
  const navigate = useNavigate();
  const [term, setTerm] = useState('');
  const isSearching = term.trim() !== '';
  const results = useResults(sections, term.trim());
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!results?.[0]) return;
          navigate(results[0].path);
          setTerm('');
        }}
      >
        <TextField
          label={t`Find a page or setting`}
          hideLabel
          type="search"
          placeholder={t`Find a page or setting`}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
      </form>
      {isSearching && results && (
        <ul aria-label={t`Search results`}>
          {results.map(({path, label, area, icon}) => (
            <li key={path}>
              <Link to={path} className={styles.result} onClick={() => setTerm('')}>
                <Icon name={icon} size={18} />
                <span>
                  {label} <span className={styles.area}>{area}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isSearching && results?.length === 0 && <p className={styles.none}>{t`No matches.`}</p>}
    </search>
  );
}

/** The best results; undefined while the settings are loaded. */
function useResults(sections: readonly Section[], term: string): Result[] | undefined {
  const {data} = useSettings({enabled: term !== ''});
  if (!data) return undefined;
  const pages = sections.flatMap(({title, pages}) =>
    pages.map(({path, label, icon}) => ({
      path: `/_admin/${path}`,
      label,
      area: title || t`Administration`,
      icon,
      rank: matchRank([label], foldText(term)),
    })),
  );
  const settings = findSettings(data.settings, term).map(({setting: {name}, rank}): Result => {
    const section = name.split('.')[0]!;
    const parameters = new URLSearchParams({section, find: name});
    return {
      path: `/_admin/settings?${parameters}`,
      label: settingLabel(name),
      area: sectionTitle(section),
      icon: 'settings',
      rank,
    };
  });
  return [...pages.filter(({rank}) => rank < RANK.none), ...settings]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_RESULTS);
}
