import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {IncomingWebhook, OutgoingWebhook} from '@mattermost/types/integrations';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {integrationsPath, type SectionName} from '../../../components/integrations/sections.ts';
import type {Column} from '../../../components/ui/data-table.tsx';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDeliveries} from '../../../data/administration/monitoring.ts';
import {count} from '../../../lib/numbers.ts';
import {allPages} from '../../../lib/pages.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import {ListTools, RowName, sortRows, useListParameters} from '../list-tools.tsx';
import {TeamLink} from '../references.tsx';
import {RowList} from '../row-list.tsx';
import {DeliveryCharts} from './delivery-charts.tsx';
import {OutboundTest} from './outbound-test.tsx';

const PER_PAGE = 25;

type Kind = Exclude<SectionName, 'emoji'>;

interface Integration {
  id: string;
  name: string;
  kind: Kind;
  /** The path of its page; undefined if its team is archived. */
  path: string | undefined;
  team: Team | undefined;
  state: 'works' | 'failing' | 'off';
}

type Outgoing = OutgoingWebhook & {failing_since: number; disabled_at: number};

/** All integrations. Those that need attention come first. */
async function readIntegrations(): Promise<Integration[]> {
  const [allTeams, incoming, outgoing, bots] = await Promise.all([
    allPages((page, perPage) => server.getTeams(page, perPage) as Promise<Team[]>),
    allPages<IncomingWebhook>((page, perPage) =>
      server.call(`/hooks/incoming?page=${page}&per_page=${perPage}`),
    ),
    allPages<Outgoing>((page, perPage) => server.call(`/hooks/outgoing?page=${page}&per_page=${perPage}`)),
    allPages((page, perPage) => server.getBots(page, perPage)),
  ]);
  const teams = allTeams.filter(({delete_at}) => delete_at === 0);
  const commands = await Promise.all(teams.map(({id}) => server.getCustomTeamCommands(id)));
  const teamsById = new Map(teams.map((team) => [team.id, team]));
  const describe = (
    kind: Kind,
    id: string,
    name: string,
    team: Team | undefined,
    state: Integration['state'] = 'works',
  ): Integration => ({
    id,
    name: name || t`Unnamed`,
    kind,
    path: team && integrationsPath(team.name, kind, id),
    // A bot can be in several teams. Its page is the same in all of them.
    team: kind === 'bots' ? undefined : team,
    state,
  });
  const found = [
    ...incoming.map(({id, display_name, team_id}) =>
      describe('incoming', id, display_name, teamsById.get(team_id)),
    ),
    ...outgoing.map(({id, display_name, trigger_words, team_id, disabled_at, failing_since}) =>
      describe(
        'outgoing',
        id,
        display_name || trigger_words?.join(', '),
        teamsById.get(team_id),
        disabled_at > 0 ? 'off' : failing_since > 0 ? 'failing' : 'works',
      ),
    ),
    ...commands
      .flat()
      .map(({id, trigger, team_id}) => describe('commands', id, `/${trigger}`, teamsById.get(team_id))),
    ...bots.map(({user_id, username}) => describe('bots', user_id, username, teams[0])),
  ];
  const needsAttention = ({state}: Integration) => (state === 'works' ? 1 : 0);
  return found.sort((one, other) => needsAttention(one) - needsAttention(other));
}

/** The integrations of all teams, their activity, and failing webhooks. */
export default function IntegrationsPage() {
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'integrations'],
    queryFn: readIntegrations,
    staleTime: 0,
  });
  return (
    <AdministrationPage
      title={t`Integrations`}
      intro={
        <Trans>
          The integrations of all teams. To create one, choose Integrations in the menu of{' '}
          <Link to="/_admin/teams">its team</Link>.
        </Trans>
      }
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Figures integrations={data} />
          <IntegrationList integrations={data} />
          <DeliveryCharts />
          <OutboundTest />
        </>
      )}
    </AdministrationPage>
  );
}

const KINDS: Readonly<Record<Kind, {one: MessageDescriptor; all: MessageDescriptor}>> = {
  incoming: {one: msg`Incoming webhook`, all: msg`Incoming webhooks`},
  outgoing: {one: msg`Outgoing webhook`, all: msg`Outgoing webhooks`},
  commands: {one: msg`Slash command`, all: msg`Slash commands`},
  bots: {one: msg({message: 'Bot', context: 'kind of integration'}), all: msg`Bots`},
};
const KIND_NAMES = Object.keys(KINDS) as Kind[];

function Figures({integrations}: {integrations: readonly Integration[]}) {
  const deliveries = useDeliveries();
  return (
    <FigureTiles>
      {KIND_NAMES.map((kind) => (
        <FigureTile
          key={kind}
          label={i18n._(KINDS[kind].all)}
          to={`?show=${kind}`}
          value={count(integrations.filter((one) => one.kind === kind).length)}
        />
      ))}
      <FigureTile
        label={t`Pending calls`}
        value={count(deliveries.data?.waiting)}
        detail={t`by outgoing webhooks`}
      />
    </FigureTiles>
  );
}

function IntegrationList({integrations}: {integrations: readonly Integration[]}) {
  const parameters = useListParameters('all');
  const {term, filter, page, sorting} = parameters;
  const wanted = term.toLocaleLowerCase();
  const matching = integrations.filter(
    ({name, kind}) => (filter === 'all' || filter === kind) && name.toLocaleLowerCase().includes(wanted),
  );
  const found = sortRows(matching, sorting, {
    name: ({name}) => name,
    type: ({kind}) => i18n._(KINDS[kind].one),
    // Those that need attention first.
    status: ({kind, state}) => (kind === 'outgoing' ? ['off', 'failing', 'works'].indexOf(state) : 3),
  });
  if (integrations.length === 0) {
    return (
      <EmptyState icon="hook" title={t`No integrations yet`}>
        <p>{t`With an incoming webhook, a program can post in a channel with a single request.`}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ListTools
        parameters={parameters}
        findLabel={t`Find an integration`}
        filterLabel={t`Filter integrations`}
        filters={[
          {value: 'all', label: t`All integrations`},
          ...KIND_NAMES.map((kind) => ({value: kind, label: i18n._(KINDS[kind].all)})),
        ]}
      />
      <RowList
        label={t`Integrations`}
        columns={columns()}
        rows={found.slice(page * PER_PAGE, (page + 1) * PER_PAGE)}
        getKey={({kind, id}) => `${kind} ${id}`}
        sorting={sorting}
        empty={{
          icon: 'hook',
          title: t`No integrations found`,
          text: t`Try a part of the name or another filter.`,
        }}
        pages={{page, perPage: PER_PAGE, total: found.length, onPage: parameters.setPage}}
      />
    </>
  );
}

const STATES: Readonly<
  Record<Integration['state'], {label: MessageDescriptor; kind: 'good' | 'warn' | 'bad'}>
> = {
  works: {label: msg({message: 'Working', context: 'status of a webhook'}), kind: 'good'},
  failing: {label: msg({message: 'Failing', context: 'status of a webhook'}), kind: 'warn'},
  off: {label: msg({message: 'Disabled', context: 'status of a webhook'}), kind: 'bad'},
};

function columns(): Column<Integration>[] {
  return [
    {
      label: t`Name`,
      sortBy: 'name',
      render: ({name, path, team}) => (
        <RowName
          icon={null}
          name={path ? <Link to={path}>{breakable(name)}</Link> : breakable(name)}
          detail={team && <TeamLink team={team} />}
        />
      ),
    },
    {label: t`Type`, sortBy: 'type', kind: 'short', render: ({kind}) => i18n._(KINDS[kind].one)},
    {
      label: t`Status`,
      sortBy: 'status',
      // Only the calls of outgoing webhooks can fail later.
      render: ({kind, state}) =>
        kind === 'outgoing' ? <Tag kind={STATES[state].kind}>{i18n._(STATES[state].label)}</Tag> : '',
    },
  ];
}
