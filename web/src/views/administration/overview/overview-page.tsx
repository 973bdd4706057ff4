import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {BarChart} from '../../../components/ui/bar-chart.tsx';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {figuresByName, isScarce, messagesByDay, useHealth} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';

/** The server at a glance: what needs a look, what there is, what is written. */
export default function OverviewPage() {
  return (
    <AdministrationPage title="Overview">
      <Concerns />
      <Counts />
      <Messages />
    </AdministrationPage>
  );
}

/** What an administrator should look at; nothing while all is well. */
function Concerns() {
  const {data} = useHealth();
  if (!data) return null;
  const {jobs, storage} = data;
  return (
    <>
      {isScarce(storage) && (
        <Notice kind="warning">
          Only {byteSize(storage.free)} of the disk are left.{' '}
          <Link to="/_admin/health">Look at the health</Link>
        </Notice>
      )}
      {jobs.failed > 0 && (
        <Notice kind="warning">
          {jobs.failed === 1 ? 'One job has' : `${count(jobs.failed)} jobs have`} failed in the last 24 hours.{' '}
          <Link to="/_admin/jobs?status=error">See why</Link>
        </Notice>
      )}
    </>
  );
}

function Counts() {
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'figures'],
    queryFn: figuresByName,
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
      <FigureTile
        label="Active today"
        value={count(data.daily_active_users)}
        detail={`${count(data.monthly_active_users)} this month`}
      />
      <FigureTile label="Connected now" value={count(data.total_websocket_connections)} />
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

function Messages() {
  const dates = useDates();
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'messages-by-day'],
    queryFn: messagesByDay,
    staleTime: 0,
  });
  return (
    <Panel title="What is written">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        <BarChart
          label="Messages by day, the last 31 days"
          series={[
            {label: 'by people', kind: 'accent'},
            {label: 'by bots', kind: 'second'},
          ]}
          bars={data.map(({at, people, bots}) => ({label: dates.date(at), values: [people, bots]}))}
        />
      )}
    </Panel>
  );
}
