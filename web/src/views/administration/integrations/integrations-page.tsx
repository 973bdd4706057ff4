import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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
import {RowName} from '../list-tools.tsx';
import {DeliveryCharts} from './delivery-charts.tsx';
import {OutboundTest} from './outbound-test.tsx';

/** The API returns at most this many at a time. Servers with more integrations manage them team by team. */
const LIMIT = 200;

interface Hook {
  id: string;
  name: string;
  direction: 'incoming' | 'outgoing';
  team: Team | undefined;
  state: 'works' | 'failing' | 'off';
}

type Outgoing = OutgoingWebhook & {failing_since: number; disabled_at: number};

async function readIntegrations() {
  const [teams, incoming, outgoing, bots] = await Promise.all([
    server.getTeams(0, LIMIT) as Promise<Team[]>,
    server.call<IncomingWebhook[]>(`/hooks/incoming?per_page=${LIMIT}`),
    server.call<Outgoing[]>(`/hooks/outgoing?per_page=${LIMIT}`),
    server.getBots(0, LIMIT),
  ]);
  const commands = await Promise.all(
    teams.filter(({delete_at}) => delete_at === 0).map(({id}) => server.getCustomTeamCommands(id)),
  );
  const teamsById = new Map(teams.map((team) => [team.id, team]));
  const hooks: Hook[] = [
    ...outgoing.map((hook) => ({
      id: hook.id,
      name: hook.display_name || hook.trigger_words?.join(', ') || t`Unnamed`,
      direction: 'outgoing' as const,
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
      name: hook.display_name || t`Unnamed`,
      direction: 'incoming' as const,
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

/** The integrations of all teams, their activity, and failing webhooks. */
export default function IntegrationsPage() {
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'integrations'],
    queryFn: readIntegrations,
    staleTime: 0,
  });
  const deliveries = useDeliveries();
  return (
    <AdministrationPage
      title={t`Integrations`}
      intro={
        <Trans>
          The integrations of all teams. To create or edit one, open the{' '}
          <Link to="/_integrations">integrations of a team</Link>.
        </Trans>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        <>
          <FigureTiles>
            <FigureTile label={t`Incoming webhooks`} value={count(data.incoming)} />
            <FigureTile label={t`Outgoing webhooks`} value={count(data.outgoing)} />
            <FigureTile label={t`Slash commands`} value={count(data.commands)} />
            <FigureTile label={t`Bots`} value={count(data.bots)} />
            <FigureTile
              label={t`Pending calls`}
              value={count(deliveries.data?.waiting)}
              detail={t`by outgoing webhooks`}
            />
          </FigureTiles>
          <DeliveryCharts />
          <OutboundTest />
          {data.hooks.length === 0 ? (
            <EmptyState icon="hook" title={t`No webhooks yet`}>
              <p>{t`With an incoming webhook, a program can post in a channel with a single request.`}</p>
            </EmptyState>
          ) : (
            <DataTable label={t`Webhooks`} columns={columns()} rows={data.hooks} getKey={({id}) => id} />
          )}
        </>
      )}
    </AdministrationPage>
  );
}

const STATES: Readonly<Record<Hook['state'], {label: MessageDescriptor; kind: 'good' | 'warn' | 'bad'}>> = {
  works: {label: msg({message: 'Working', context: 'status of a webhook'}), kind: 'good'},
  failing: {label: msg({message: 'Failing', context: 'status of a webhook'}), kind: 'warn'},
  off: {label: msg({message: 'Disabled', context: 'status of a webhook'}), kind: 'bad'},
};

function columns(): Column<Hook>[] {
  return [
    {
      label: t`Webhook`,
      render: ({id, name, direction, team}) => (
        <RowName
          icon={null}
          name={team ? <Link to={integrationsPath(team.name, direction, id)}>{name}</Link> : name}
          detail={team?.display_name}
        />
      ),
    },
    {
      label: t`Direction`,
      render: ({direction}) => (direction === 'incoming' ? t`Incoming` : t`Outgoing`),
    },
    {
      label: t`Status`,
      render: ({state}) => <Tag kind={STATES[state].kind}>{i18n._(STATES[state].label)}</Tag>,
    },
  ];
}
