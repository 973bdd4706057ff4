import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {ErrorNotice, Notice} from '../../../components/ui/notice.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {type Health, isDiskSpaceLow, useHealth} from '../../../data/administration/monitoring.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {duration} from '../../../lib/dates.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import {errorMessage} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ActivityCharts} from './activity-charts.tsx';

/** The state of the server, its database, jobs and disk. */
export default function HealthPage() {
  const {data, error, refetch} = useHealth();
  return (
    <AdministrationPage
      title={t`Health`}
      intro={t`The current state of the server. Updates every 10 seconds.`}
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <ErrorNotice text={error ? errorMessage(error) : undefined} />
          <Figures health={data} />
        </>
      )}
    </AdministrationPage>
  );
}

function Figures({health}: {health: Health}) {
  const dates = useDates();
  const {memory, database, storage, jobs} = health;
  const isBusy = database.connections > database.max_connections * 0.8;
  const directory = storage.directory;
  const freeSpace = byteSize(storage.free);
  const totalSpace = byteSize(storage.total);
  const freeMemory = byteSize(memory.machine_free);
  const totalMemory = byteSize(memory.machine_total);
  const startTime = dates.dateTime(health.started_at);
  const connections = count(database.connections);
  return (
    <>
      {isDiskSpaceLow(storage) && (
        <Notice kind="warning">
          <Trans>
            Only {freeSpace} of disk space left in {directory}. When the disk is full, messages and files
            can't be stored.
          </Trans>
        </Notice>
      )}
      <FigureTiles>
        <FigureTile
          label={t`Uptime`}
          value={duration(Date.now() - health.started_at)}
          detail={t`since ${startTime}`}
        />
        <FigureTile
          label={t`Connected now`}
          to="/_admin/nodes"
          value={count(health.websocket_connections)}
          detail={t`browsers, apps and bots`}
        />
        <FigureTile
          label={t`Server memory`}
          value={byteSize(memory.used)}
          detail={t`${freeMemory} of ${totalMemory} free`}
        />
        <FigureTile
          label={t`Free disk space`}
          value={freeSpace}
          detail={t`of ${totalSpace}`}
          kind={isDiskSpaceLow(storage) ? 'bad' : 'plain'}
        />
        <FigureTile
          label={t`Database`}
          value={byteSize(database.size)}
          detail={plural(database.max_connections, {
            one: `${connections} of # connection`,
            other: `${connections} of # connections`,
          })}
          kind={isBusy ? 'warn' : 'plain'}
        />
        <FigureTile
          label={t`Jobs`}
          to={jobs.failed > 0 ? '/_admin/jobs?status=error' : '/_admin/jobs'}
          value={jobsNow(jobs)}
          detail={t`${plural(jobs.waiting, {
            one: '# pending',
            other: '# pending',
          })}, ${plural(jobs.failed, {
            one: '# failed in the past 24 hours',
            other: '# failed in the past 24 hours',
          })}`}
          kind={jobs.failed > 0 ? 'bad' : 'plain'}
        />
      </FigureTiles>
      <ActivityCharts />
      <Panel title={t`Versions`}>
        <Facts
          facts={[
            {term: 'Patchbay', value: health.version},
            {term: t`Mattermost API`, value: health.api_version},
            {term: 'Node.js', value: health.node_version},
            {term: 'PostgreSQL', value: database.version},
            {term: t`Data directory`, value: <code>{directory}</code>},
          ]}
        />
      </Panel>
    </>
  );
}

function jobsNow({running, failed}: Health['jobs']): string {
  if (running > 0) return plural(running, {one: '# running', other: '# running'});
  if (failed > 0) return plural(failed, {one: '# failed', other: '# failed'});
  return t`Idle`;
}
