import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {rememberPeople} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam, useHasTeamPermission} from '../../data/teams/teams.ts';
import {queries} from '../../lib/queries.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {MemberName} from '../people/member-name.tsx';
import {MemberOptions} from '../people/member-options.tsx';
import {Button} from '../ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {TextField} from '../ui/field.tsx';
import {MemberList, MemberRow} from '../ui/member-list.tsx';
import {NotLoaded} from '../ui/state.tsx';
import {Tag} from '../ui/tag.tsx';

const PAGE = 50;

/** The members of the team. With permission, they can be removed and their roles can be changed. */
export default function TeamMembersDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const name = team.display_name;
  const me = useMe();
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(0);
  const term = useDebounced(query.trim());
  const mayRemove = useHasTeamPermission(team.id, 'remove_user_from_team');
  const mayChangeRoles = useHasTeamPermission(team.id, 'manage_team_roles');
  const key = ['team-members', team.id, term, page];
  const {data, error, refetch} = useQuery({
    queryKey: key,
    queryFn: async () => {
      const people =
        term === ''
          ? await server.getProfilesInTeam(team.id, page, PAGE)
          : await server.searchUsers(term, {team_id: team.id, limit: PAGE});
      rememberPeople(people);
      const ids = people.map(({id}) => id);
      const memberships = ids.length > 0 ? await server.getTeamMembersByIds(team.id, ids) : [];
      return {
        people,
        admins: new Set(memberships.filter((one) => one.scheme_admin).map((one) => one.user_id)),
      };
    },
    placeholderData: (before) => before,
  });

  async function change(work: Promise<unknown>) {
    try {
      await work;
      await queries.invalidateQueries({queryKey: ['team-members', team.id]});
    } catch (failure) {
      showError(errorMessage(failure));
    }
  }

  return (
    <Dialog title={t`Members of ${name}`} onClose={onClose}>
      <DialogBody>
        <TextField
          label={t`Find a member`}
          hideLabel
          type="search"
          placeholder={t`Find a member`}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setPage(0);
          }}
        />
        {!data ? (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        ) : (
          <MemberList none={t`No members found.`}>
            {data.people.map((person) => {
              const isAdmin = data.admins.has(person.id);
              return (
                <MemberRow
                  key={person.id}
                  actions={
                    (mayRemove || mayChangeRoles) &&
                    person.id !== me.id && (
                      <MemberOptions
                        person={person}
                        of="team"
                        isAdmin={isAdmin}
                        onChangeRole={
                          mayChangeRoles
                            ? () =>
                                void change(
                                  server.updateTeamMemberSchemeRoles(team.id, person.id, true, !isAdmin),
                                )
                            : undefined
                        }
                        onRemove={
                          mayRemove ? () => void change(server.removeFromTeam(team.id, person.id)) : undefined
                        }
                      />
                    )
                  }
                >
                  <MemberName person={person} onLeave={onClose} />
                  {isAdmin && <Tag>{t`Team administrator`}</Tag>}
                </MemberRow>
              );
            })}
          </MemberList>
        )}
      </DialogBody>
      <DialogFooter>
        {page > 0 && (
          <Button onPress={() => setPage(page - 1)}>
            <Trans>Previous</Trans>
          </Button>
        )}
        {term === '' && data?.people.length === PAGE && (
          <Button onPress={() => setPage(page + 1)}>
            <Trans>Next</Trans>
          </Button>
        )}
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
