import type {IncomingWebhook, OutgoingWebhook} from '@mattermost/types/integrations';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDeliveries} from '../../../data/administration/monitoring.ts';
import {count} from '../../../lib/numbers.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {PlaceName} from '../list-tools.tsx';
import {DeliveryCharts} from './delivery-charts.tsx';
import {OutboundTest} from './outbound-test.tsx';

/** What is read at once; a server with more of them manages them team by team. */
const MOST = 200;

interface Hook {
  id: string;
  name: string;
  direction: 'Incoming' | 'Outgoing';
  team: Team | undefined;
  state: 'works' | 'failing' | 'off';
}

type Outgoing = OutgoingWebhook & {failing_since: number; disabled_at: number};

async function readIntegrations() {
  const [teams, incoming, outgoing, bots] = await Promise.all([
    server.getTeams(0, MOST) as Promise<Team[]>,
    server.call<IncomingWebhook[]>(`/hooks/incoming?per_page=${MOST}`),
    server.call<Outgoing[]>(`/hooks/outgoing?per_page=${MOST}`),
    server.getBots(0, MOST),
  ]);
  const commands = await Promise.all(
    teams.filter(({delete_at}) => delete_at === 0).map(({id}) => server.getCustomTeamCommands(id)),
  );
  const teamsById = new Map(teams.map((team) => [team.id, team]));
  const hooks: Hook[] = [
    ...outgoing.map((hook) => ({
      id: hook.id,
      name: hook.display_name || hook.trigger_words?.join(', ') || 'Without a name',
      direction: 'Outgoing' as const,
      team: teamsById.get(hook.team_id),
      state:
        hook.disabled_at > 0
          ? ('off' as const)
          : hook.failing_since > 0
            ? ('failing' as const)
            : ('works' as const),
    })),
    ...incoming.map((hook) => ({
      id: hook.id,
      name: hook.display_name || 'Without a name',
      direction: 'Incoming' as const,
      team: teamsById.get(hook.team_id),
      state: 'works' as const,
    })),
  ];
  return {
    hooks,
    incoming: incoming.length,
    outgoing: outgoing.length,
    bots: bots.length,
    commands: commands.flat().length,
  };
}

/** What is plugged into the server, how much goes through it, and what is wrong with it. */
export default function IntegrationsPage() {
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'integrations'],
    queryFn: readIntegrations,
    staleTime: 0,
  });
  const deliveries = useDeliveries();
  return (
    <AdministrationPage
      title="Integrations"
      lead={
        <>
          What is plugged into this server, in all teams. To make one or change it, go to{' '}
          <Link to="/_integrations">its own pages</Link>.
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        <>
          <FigureTiles>
            <FigureTile label="Incoming webhooks" value={count(data.incoming)} />
            <FigureTile label="Outgoing webhooks" value={count(data.outgoing)} />
            <FigureTile label="Slash commands" value={count(data.commands)} />
            <FigureTile label="Bots" value={count(data.bots)} />
            <FigureTile
              label="Calls that wait"
              value={count(deliveries.data?.waiting)}
              detail="of outgoing webhooks"
            />
          </FigureTiles>
          <DeliveryCharts />
          <OutboundTest />
          {data.hooks.length === 0 ? (
            <EmptyState icon="hook" title="No webhook yet">
              <p>With an incoming webhook, a program posts to a channel by one request.</p>
            </EmptyState>
          ) : (
            <DataTable label="Webhooks" columns={COLUMNS} rows={data.hooks} keyOf={({id}) => id} />
          )}
        </>
      )}
    </AdministrationPage>
  );
}

const STATES = {
  works: <Tag kind="good">Works</Tag>,
  failing: <Tag kind="warn">Fails</Tag>,
  off: <Tag kind="bad">Switched off</Tag>,
};

const SECTION_OF = {Incoming: 'incoming', Outgoing: 'outgoing'} as const;

const COLUMNS: readonly Column<Hook>[] = [
  {
    label: 'Webhook',
    render: ({id, name, direction, team}) => (
      <PlaceName
        mark={null}
        name={team ? <Link to={integrationsPath(team.name, SECTION_OF[direction], id)}>{name}</Link> : name}
        detail={team?.display_name}
      />
    ),
  },
  {label: 'Direction', render: ({direction}) => direction},
  {label: 'State', render: ({state}) => STATES[state]},
];
