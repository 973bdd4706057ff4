import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {type Health, isScarce, useHealth} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {duration} from '../../../lib/dates.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ActivityCharts} from './activity-charts.tsx';

/** How the server, its database, its background work and its disk are, looked at again every ten seconds. */
export default function HealthPage() {
  const {data, error, isPending, refetch} = useHealth();
  return (
    <AdministrationPage
      title="Health"
      lead="How the server is at this moment. It is looked at every ten seconds."
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        <Figures health={data} />
      )}
    </AdministrationPage>
  );
}

function Figures({health}: {health: Health}) {
  const dates = useDates();
  const {memory, database, storage, jobs} = health;
  const crowded = database.connections > database.max_connections * 0.8;
  return (
    <>
      {isScarce(storage) && (
        <Notice kind="warning">
          The disk with {storage.directory} has only {byteSize(storage.free)} left. When it is full, messages
          and files cannot be stored any more.
        </Notice>
      )}
      <FigureTiles>
        <FigureTile
          label="Runs for"
          value={duration(Date.now() - health.started_at)}
          detail={`since ${dates.dateTime(health.started_at)}`}
        />
        <FigureTile
          label="Connected now"
          value={count(health.websocket_connections)}
          detail="windows and programs"
        />
        <FigureTile
          label="Memory of the server"
          value={byteSize(memory.used)}
          detail={`${byteSize(memory.machine_free)} of ${byteSize(memory.machine_total)} free`}
        />
        <FigureTile
          label="Disk space left"
          value={byteSize(storage.free)}
          detail={`of ${byteSize(storage.total)}`}
          kind={isScarce(storage) ? 'bad' : 'plain'}
        />
        <FigureTile
          label="Database"
          value={byteSize(database.size)}
          detail={`${count(database.connections)} of ${count(database.max_connections)} connections`}
          kind={crowded ? 'warn' : 'plain'}
        />
        <FigureTile
          label="Jobs"
          value={
            jobs.running > 0
              ? `${count(jobs.running)} running`
              : jobs.failed > 0
                ? `${count(jobs.failed)} failed`
                : 'At rest'
          }
          detail={`${count(jobs.waiting)} waiting, ${count(jobs.failed)} failed in 24 hours`}
          kind={jobs.failed > 0 ? 'bad' : 'plain'}
        />
      </FigureTiles>
      <ActivityCharts />
      <Panel title="Versions">
        <Facts
          facts={[
            {term: 'Patchbay', value: health.version},
            {term: 'API of Mattermost', value: health.api_version},
            {term: 'Node', value: health.node_version},
            {term: 'PostgreSQL', value: database.version},
            {term: 'Data directory', value: <code>{storage.directory}</code>},
          ]}
        />
      </Panel>
    </>
  );
}
