import {t} from '@lingui/core/macro';
import {Select} from '../../../components/ui/select-field.tsx';
import type {SearchScope} from '../../../data/posts/search-scope.ts';
import {useSearchScopes} from './search-scopes.ts';

/** Chooses the teams to search. Nothing for a person in one team. */
export function TeamSelect({teams, onChange}: {teams: SearchScope; onChange: (teams: SearchScope) => void}) {
  const scopes = useSearchScopes();
  if (scopes.teams.length < 2) return null;
  // In a long list, the open team is easy to find.
  const choices = new Set(['all', scopes.open.id, ...scopes.teams.map(({id}) => id)]);
  return (
    <Select
      control={{'aria-label': t`Teams`}}
      label={t`Teams`}
      options={[...choices].map((value) => ({value, label: scopes.nameOf(value)}))}
      value={teams ?? scopes.open.id}
      onChange={(next) => onChange(scopes.read(next))}
    />
  );
}
