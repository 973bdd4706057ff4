import {t} from '@lingui/core/macro';
import {AreaChart} from '../../src/components/ui/area-chart.tsx';
import {BarChart} from '../../src/components/ui/bar-chart.tsx';
import {Button} from '../../src/components/ui/button.tsx';
import {CardIntro} from '../../src/components/ui/card-intro.tsx';
import {DataTable, Pager} from '../../src/components/ui/data-table.tsx';
import {FigureTile, FigureTiles} from '../../src/components/ui/figure-tile.tsx';
import {MemberList, MemberRow} from '../../src/components/ui/member-list.tsx';
import {Facts, Panel} from '../../src/components/ui/panel.tsx';
import {RecordList, RecordRow} from '../../src/components/ui/record-list.tsx';
import {Tag} from '../../src/components/ui/tag.tsx';
import styles from '../gallery.module.css';
import {Specimen, Specimens} from '../specimen.tsx';

const noop = () => {};

const ROWS = [
  {name: 'Releases', messages: 1_204, members: 17},
  {name: 'Incidents', messages: 388, members: 41},
  {name: 'Dockside', messages: 96, members: 8},
];

const HOURS = Array.from({length: 24}, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const VALUES = HOURS.map((_, hour) => Math.round(60 + 55 * Math.sin(hour / 3.4)));

export function Data() {
  return (
    <Specimens>
      <Specimen name="Panel, Facts" wide>
        <div className={styles.block}>
          <Panel
            title={t`About this channel`}
            text={t`Anyone with an account can join`}
            actions={<Button size="small">{t`Edit`}</Button>}
          >
            <Facts
              facts={[
                {term: t`Channel`, value: 'Releases'},
                {term: t`Local time`, value: '09:12'},
                {term: t`Purpose`, value: '4.2'},
              ]}
            />
          </Panel>
        </div>
      </Specimen>
      <Specimen name="DataTable, Pager" wide>
        <div className={styles.block}>
          <DataTable
            label={t`Channels`}
            getKey={({name}) => name}
            rows={ROWS}
            isFaded={({members}) => members < 10}
            selection={{keys: new Set(['Releases']), onChange: noop, getName: ({name}) => name}}
            columns={[
              {label: t`Channel`, render: ({name}) => name},
              {label: t`Messages`, kind: 'end', render: ({messages}) => messages.toLocaleString('en')},
              {label: t`Members`, kind: 'end', render: ({members}) => members},
              {
                label: t`More actions`,
                kind: 'actions',
                render: () => <Button size="small">{t`Edit`}</Button>,
              },
            ]}
          />
          <Pager page={1} perPage={3} count={3} total={12} onPage={noop} />
        </div>
      </Specimen>
      <Specimen name="FigureTile" wide>
        <div className={styles.block}>
          <FigureTiles>
            <FigureTile label={t`Messages`} value="33,512" />
            <FigureTile label={t`Channels`} value="41" kind="good" detail={t`Current version`} />
            <FigureTile label={t`Pending`} value="3" kind="warn" />
            <FigureTile label={t`Failed`} value="1" kind="bad" />
          </FigureTiles>
        </div>
      </Specimen>
      <Specimen name="BarChart" wide>
        <div className={styles.block}>
          <BarChart
            label={t`Messages`}
            series={[
              {label: t`Messages`, kind: 'accent'},
              {label: t`Failed`, kind: 'bad'},
            ]}
            bars={HOURS.map((label, index) => ({label, values: [VALUES[index]!, index % 5]}))}
          />
        </div>
      </Specimen>
      <Specimen name="AreaChart">
        <AreaChart
          label={t`Messages`}
          figure="118"
          kind="accent"
          values={VALUES}
          times={HOURS}
          from="00:00"
          to="23:00"
        />
      </Specimen>
      <Specimen name="CardIntro">
        <CardIntro icon="hook" title={t`Connect an integration`}>
          {t`Enter the URL of your program.`}
        </CardIntro>
      </Specimen>
      <Specimen name="MemberList">
        <div className={styles.block}>
          <MemberList none="">
            <MemberRow actions={<Button size="small">{t`Remove`}</Button>}>Mira Okafor</MemberRow>
            <MemberRow>Tomás Ruiz</MemberRow>
          </MemberList>
        </div>
      </Specimen>
      <Specimen name="RecordList">
        <div className={styles.block}>
          <RecordList label={t`Files`}>
            <RecordRow
              title="march.jsonl"
              status={<Tag kind="good">{t`DONE`}</Tag>}
              facts={['12 MB']}
              actions={<Button size="small">{t`Download`}</Button>}
            />
          </RecordList>
        </div>
      </Specimen>
    </Specimens>
  );
}
