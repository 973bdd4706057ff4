import {t} from '@lingui/core/macro';
import {Button} from '../../../components/ui/button.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {channelName} from '../../../data/channels/channel-names.ts';
import {useChannels} from '../../../data/channels/channels.ts';
import {displayName, useNamesByUsername, usePersonByUsername} from '../../../data/people/people.ts';
import {type DayRange, daysBetween, withoutDays} from '../../../data/posts/date-filters.ts';
import type {FilterName} from '../../../data/posts/search-input.ts';
import {
  parseFilters,
  type SearchFilter,
  withoutFilter,
  withoutUnfinished,
} from '../../../data/posts/search-terms.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam, useTeams} from '../../../data/teams/teams.ts';
import {language} from '../../../lib/language.ts';
import {zonedMillis} from '../../../lib/zoned-time.ts';
import {searchedParts} from '../search/suggestions/use-search-suggestions.tsx';
import styles from './search-filters.module.css';

/** Buttons that add a filter to the text of the field, which then suggests its values. Other days replace those before. */
export function FilterButtons({onAdd}: {onAdd: (addTo: (text: string) => string) => void}) {
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
        <Button
          key={name}
          size="small"
          onPress={() =>
            onAdd((text) => {
              const before = withoutUnfinished(text);
              return `${name === 'on' ? withoutDays(before) : before} ${name}:`.trimStart();
            })
          }
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface SearchFiltersProps {
  terms: string;
  /** The searched team. Empty for all teams. */
  teamId: string;
  onChange: (terms: string) => void;
}

/** The filters of the search in words, each with a button that removes it. Two that limit the days are one. */
export function SearchFilters({terms, teamId, onChange}: SearchFiltersProps) {
  const filters = parseFilters(terms);
  const days = daysBetween(filters);
  const shown = filters
    .filter((filter) => filter !== days?.of[1])
    .map((filter) => (filter === days?.of[0] ? days.of : [filter]));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.filters} aria-label={t`Filters`}>
      {shown.map((parts, index) => {
        const text = parts.map((part) => part.text).join(' ');
        return (
          <li key={`${index} ${text}`} className={styles.filter} title={text}>
            <span>
              {parts === days?.of ? (
                <RangeText range={days} />
              ) : (
                <FilterText filter={parts[0]!} teamId={teamId} />
              )}
            </span>
            <button
              type="button"
              aria-label={t`Remove filter ${text}`}
              title={t`Remove`}
              onClick={() => onChange(parts.reduce(withoutFilter, terms))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function RangeText({range: {first, last}}: {range: DayRange}) {
  const format = new Intl.DateTimeFormat(language(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return (
    <>
      <span className={styles.name}>{t`Date`}</span>{' '}
      <bdi>{format.formatRange(Date.parse(first), Date.parse(last))}</bdi>
    </>
  );
}

function FilterText({filter: {name, value, text}, teamId}: {filter: SearchFilter; teamId: string}) {
  return (
    <>
      <span className={styles.name}>{filterLabel(name, text.startsWith('-'))}</span>{' '}
      <bdi>
        {name === 'from' ? (
          <PersonValue username={value.replace(/^@/, '')} />
        ) : name === 'in' || name === 'channel' ? (
          <ChannelValue name={value.replace(/^[~#]/, '')} teamId={teamId} />
        ) : name === 'has' ? (
          (searchedParts()[value.toLowerCase()] ?? value)
        ) : name === 'ext' ? (
          value
        ) : (
          <DayValue day={value} />
        )}
      </bdi>
    </>
  );
}

function filterLabel(name: string, isExcluded: boolean): string {
  switch (name) {
    case 'from':
      return isExcluded ? t`Not from` : t`From`;
    case 'on':
      return isExcluded ? t`Not on` : t({message: 'On', context: 'filter of a search'});
    case 'before':
      return isExcluded ? t`Not before` : t`Before`;
    case 'after':
      return isExcluded ? t`Not after` : t`After`;
    case 'has':
      return isExcluded ? t`Without` : t`Has`;
    case 'ext':
      return isExcluded ? t`Not type` : t`Type`;
    default:
      return isExcluded ? t`Not in` : t`In`;
  }
}

function PersonValue({username}: {username: string}) {
  const person = usePersonByUsername(username.toLowerCase());
  return person ? displayName(person) : username;
}

/** A channel by its name, which can follow the name of its team: `crew/harbor`. */
function ChannelValue({name: value, teamId}: {name: string; teamId: string}) {
  const open = useCurrentTeam();
  const [name = '', teamName] = value.toLowerCase().split('/').reverse();
  const team = useTeams().find((one) => one.name === teamName);
  const channels = Object.values(useChannels());
  const usernames = name.startsWith('@') ? name.slice(1).split(',') : [];
  const people = useNamesByUsername(usernames);
  const me = useMe();
  if (usernames.length > 0) return people.join(', ');
  const named = channels.filter((one) => one.id === name || (one.team_id !== '' && one.name === name));
  const inTeam = named.find(({team_id}) => team_id === (team?.id ?? (teamId || open.id)));
  // A search in all teams can name a channel of another team.
  const channel = teamName === undefined ? (inTeam ?? named[0]) : inTeam;
  if (!channel) return value;
  if (!team) return channelName(channel, me);
  return (
    <>
      {channelName(channel, me)} <bdi className={styles.name}>{team.display_name}</bdi>
    </>
  );
}

function DayValue({day}: {day: string}) {
  const {date, timeZone} = useDates();
  const start = zonedMillis(`${day}T12:00`, timeZone);
  return start === undefined ? day : date(start);
}
