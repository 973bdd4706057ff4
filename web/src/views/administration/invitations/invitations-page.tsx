import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {
  type InvitationKind,
  type InvitationToTeam,
  PER_PAGE,
  readAllInvitations,
  revokeInvitation,
} from '../../../data/teams/open-invitations.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {isolate} from '../../../lib/isolate.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import type {BulkAction} from '../bulk-actions.ts';
import {ListTools, RowName, useListParameters} from '../list-tools.tsx';
import {AccountLink, TeamLink} from '../references.tsx';
import {RowList} from '../row-list.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';

const RevokeInvitations = lazyComponent(() =>
  withCatalog('pages', import('../../../components/invitations/revoke-invitations.tsx')),
);

/** In milliseconds. Invitations of other people aren't announced to administrators outside of the team. */
const REFRESH_INTERVAL = 30_000;

/** The open email invitations to all teams. */
export default function InvitationsPage() {
  const parameters = useListParameters('all');
  const [isRevokingAll, setRevokingAll] = useState(false);
  const {term, filter, page} = parameters;
  const query = useQuery({
    queryKey: ['administration', 'invitations', term, filter, page],
    queryFn: () => readAllInvitations({term, kind: filter as InvitationKind, page}),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: REFRESH_INTERVAL,
  });
  const {data} = query;
  const columns = useColumns();
  const isFiltered = term !== '' || filter !== 'all';
  return (
    <AdministrationPage
      title={t`Invitations`}
      intro={t`Email invitations to all teams that no one has accepted yet. They work once and expire after 48 hours. To send one, open the menu of a team.`}
      actions={
        <Button isDisabled={!data || (data.length === 0 && !isFiltered)} onPress={() => setRevokingAll(true)}>
          <Trans>Revoke all</Trans>
        </Button>
      }
    >
      <ListTools
        parameters={parameters}
        findLabel={t`Find an email address`}
        filterLabel={t`Filter invitations`}
        filters={[
          {value: 'all', label: t`All invitations`},
          {value: 'members', label: t`Members`},
          {value: 'guests', label: t`Guests`},
        ]}
      />
      <RowList
        label={t`Invitations`}
        columns={columns}
        rows={data}
        getKey={({id}) => id}
        query={query}
        empty={{
          icon: 'mail',
          title: isFiltered ? t`No invitations found` : t`No open invitations`,
          text: isFiltered
            ? t`Try another search or filter.`
            : t`Invitations appear here until someone accepts them or they expire.`,
        }}
        bulk={{actions: invitationActions(), getName: ({email}) => email}}
        pages={{page, perPage: PER_PAGE, onPage: parameters.setPage}}
      />
      {isRevokingAll && (
        <RevokeInvitations onClose={() => setRevokingAll(false)} onRevoked={refreshAdministration} />
      )}
    </AdministrationPage>
  );
}

/** Only a hash of each link is stored, so a revoked one can't be restored. */
function invitationActions(): BulkAction<InvitationToTeam>[] {
  return [
    {
      label: t`Revoke`,
      danger: true,
      appliesTo: () => true,
      act: revokeInvitation,
      done: (count) =>
        plural(count, {one: '# invitation was revoked.', other: '# invitations were revoked.'}),
      confirm: (count) => ({
        title: plural(count, {one: 'Revoke # invitation?', other: 'Revoke # invitations?'}),
        text: t`The links in these emails stop working. You can't undo this, but you can invite the people again.`,
      }),
    },
  ];
}

function useColumns(): Column<InvitationToTeam>[] {
  const dates = useDates();
  const {busy, change} = useChange();
  return [
    {
      label: t`Email`,
      // With the team, because the columns would otherwise not fit next to the sidebar.
      render: ({email, is_guest, expires_at, team_id, team_display_name}) => (
        <RowName
          icon={null}
          name={
            <>
              {breakable(email)} {is_guest && <Tag>{t`GUEST`}</Tag>}{' '}
              {!expires_at && <Tag>{t`Waiting to be sent`}</Tag>}
            </>
          }
          detail={<TeamLink team={{id: team_id, display_name: team_display_name}} />}
        />
      ),
    },
    {label: t`Invited by`, render: ({inviter_id}) => <AccountLink userId={inviter_id} />},
    {
      label: t`Created`,
      // Each expires 48 hours after it was created.
      leaveOut: 1,
      kind: 'short',
      render: ({create_at}) => dates.dateTime(create_at),
    },
    {
      label: t`Expires`,
      kind: 'short',
      // The 48 hours begin when it is sent.
      render: ({expires_at}) => (expires_at > 0 ? dates.dateTime(expires_at) : undefined),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (invitation) => {
        const email = isolate(invitation.email);
        return (
          <Button
            size="small"
            isDisabled={busy}
            aria-label={t`Revoke the invitation for ${email}`}
            onPress={() => void change(() => revokeInvitation(invitation), t`Invitation revoked.`)}
          >
            <Trans>Revoke</Trans>
          </Button>
        );
      },
    },
  ];
}
