import {useQuery} from '@tanstack/react-query';
import {FigureTile, FigureTiles} from '../../../components/figure-tile.tsx';
import {ErrorState, LoadingState} from '../../../components/state.tsx';
import {count} from '../../../lib/counts.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';

type Figures = Partial<Record<string, number>>;

async function readFigures(): Promise<Figures> {
  const rows = await server.call<{name: string; value: number}[]>('/analytics/old?name=standard');
  return Object.fromEntries(rows.map(({name, value}) => [name, value]));
}

/** The server at a glance. */
export default function OverviewPage() {
  return (
    <AdministrationPage title="Overview">
      <Counts />
    </AdministrationPage>
  );
}

function Counts() {
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'figures'],
    queryFn: readFigures,
    staleTime: 0,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingState />;
  return (
    <FigureTiles>
      <FigureTile
        label="People"
        value={count(data.unique_user_count)}
        detail={`${count(data.inactive_user_count)} deactivated`}
      />
      <FigureTile label="Active today" value={count(data.daily_active_users)} />
      <FigureTile label="Active this month" value={count(data.monthly_active_users)} />
      <FigureTile label="Teams" value={count(data.team_count)} />
      <FigureTile
        label="Channels"
        value={count((data.channel_open_count ?? 0) + (data.channel_private_count ?? 0))}
        detail={`${count(data.channel_private_count)} private`}
      />
      <FigureTile label="Messages" value={count(data.post_count)} />
    </FigureTiles>
  );
}
