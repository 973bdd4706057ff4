import {plural, t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {BarChart} from '../../../components/ui/bar-chart.tsx';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {
  figuresByName,
  isDiskSpaceLow,
  messagesByDay,
  useHealth,
} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {SetupSteps} from './setup-steps.tsx';

/** An overview of the server: warnings, steps to set it up, counts, and messages per day. */
export default function OverviewPage() {
  return (
    <AdministrationPage title={t`Overview`}>
      <Warnings />
      <SetupSteps />
      <Counts />
      <Messages />
    </AdministrationPage>
  );
}

function Warnings() {
  const {data} = useHealth();
  if (!data) return null;
  const {failed} = data.jobs;
  const freeSpace = byteSize(data.storage.free);
  return (
    <>
      {isDiskSpaceLow(data.storage) && (
        <Notice kind="warning">
          <Trans>
            Only {freeSpace} of disk space left. <Link to="/_admin/health">See health</Link>
          </Trans>
        </Notice>
      )}
      {failed > 0 && (
        <Notice kind="warning">
          <Trans>
            <Plural
              value={failed}
              one="# job failed in the past 24 hours."
              other="# jobs failed in the past 24 hours."
            />{' '}
            <Link to="/_admin/jobs?status=error">See why</Link>
          </Trans>
        </Notice>
      )}
    </>
  );
}

function Counts() {
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'figures'],
    queryFn: () => figuresByName(),
    staleTime: 0,
  });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  const deactivated = data.inactive_user_count ?? 0;
  const activeThisMonth = data.monthly_active_users ?? 0;
  const privateChannels = data.channel_private_count ?? 0;
  return (
    <FigureTiles>
      <FigureTile
        label={t`Users`}
        to="/_admin/users?show=active"
        value={count(data.unique_user_count)}
        detail={
          <Link to="/_admin/users?show=inactive">
            {plural(deactivated, {one: '# deactivated', other: '# deactivated'})}
          </Link>
        }
      />
      <FigureTile
        label={t`Daily active`}
        to="/_admin/users?show=last_24_hours"
        value={count(data.daily_active_users)}
        detail={
          <Link to="/_admin/users?show=last_31_days">
            {plural(activeThisMonth, {one: '# monthly active', other: '# monthly active'})}
          </Link>
        }
      />
      <FigureTile
        label={t`Connected now`}
        to="/_admin/nodes"
        value={count(data.total_websocket_connections)}
      />
      <FigureTile label={t`Teams`} to="/_admin/teams?show=active" value={count(data.team_count)} />
      <FigureTile
        label={t`Channels`}
        to="/_admin/channels?show=active"
        value={count((data.channel_open_count ?? 0) + privateChannels)}
        detail={
          <Link to="/_admin/channels?show=active-private">
            {plural(privateChannels, {one: '# private', other: '# private'})}
          </Link>
        }
      />
      <FigureTile
        label={t`Messages`}
        to="/_admin/post-report"
        value={count(data.post_count)}
        detail={t`including direct messages`}
      />
    </FigureTiles>
  );
}

function Messages() {
  const dates = useDates();
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'messages-by-day'],
    queryFn: messagesByDay,
    staleTime: 0,
  });
  return (
    <Panel title={t`Messages`}>
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <BarChart
          label={t`Messages per day, past 31 days`}
          series={[
            {label: t`Users`, kind: 'accent'},
            {label: t`Bots and integrations`, kind: 'second'},
          ]}
          bars={data.map(({at, people, bots}) => ({label: dates.date(at), values: [people, bots]}))}
        />
      )}
    </Panel>
  );
}
