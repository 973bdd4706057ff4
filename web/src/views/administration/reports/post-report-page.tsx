import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {type FormEvent, useState} from 'react';
import {useSearchParams} from 'react-router';
import {renderExcerpt} from '../../../components/markdown/excerpt.tsx';
import {PersonName} from '../../../components/people/person.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {FigureTile, FigureTiles} from '../../../components/ui/figure-tile.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {PickerField} from '../../../components/ui/picker-field.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useMessageCounts} from '../../../data/administration/monitoring.ts';
import {
  exportPostReport,
  MAX_EXPORTED,
  PER_PAGE,
  type PostReportFilter,
  usePostReport,
} from '../../../data/administration/post-reports.ts';
import {displayedMessage} from '../../../data/posts/system-messages.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {count} from '../../../lib/numbers.ts';
import {queries} from '../../../lib/queries.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {PeriodFields, usePeriod} from '../compliance-reports/period-fields.tsx';
import {type Entity, EntityChooser, entityName} from '../entity-chooser.tsx';
import {ChannelLink} from '../references.tsx';
import {RowList} from '../row-list.tsx';
import styles from './post-report-page.module.css';

/** The messages of a channel in a period. Administrators can see them without being members. */
export default function PostReportPage() {
  const [parameters] = useSearchParams();
  // A link to the report of a channel selects it.
  const linkedQuery = targetQuery(parameters.get('channel') ?? '');
  const {data: linked} = useQuery(linkedQuery);
  const [chosen, setChosen] = useState<Entity>();
  const channel = chosen ?? linked;
  const period = usePeriod();
  const [withDeleted, setWithDeleted] = useState(false);
  const [isChannelMissing, setChannelMissing] = useState(false);
  const [shown, setShown] = useState<PostReportFilter & {target: Entity}>();

  async function show(event: FormEvent) {
    event.preventDefault();
    const times = period.read();
    // The channel of a link may still be loading.
    const target = channel ?? (await queries.ensureQueryData(linkedQuery).catch(() => null));
    setChannelMissing(!target);
    if (!target || !times) return;
    setShown({channelId: target.id, target, ...times, withDeleted});
  }

  return (
    <AdministrationPage
      title={t`Message report`}
      intro={t`The messages of any channel in a period. Each report is recorded in the audit log.`}
    >
      <MessageCounts />
      <Panel title={t`What to report`}>
        <form className={styles.form} noValidate onSubmit={(event) => void show(event)}>
          <PickerField
            label={t`Channel`}
            required
            chosen={channel ? entityName(channel, 'channels') : null}
            error={isChannelMissing ? t`Select a channel.` : undefined}
          >
            {(close) => (
              <EntityChooser
                label={t`Channel`}
                kind="channels"
                without={[]}
                onChoose={(target) => {
                  setChosen(target);
                  setChannelMissing(false);
                  close();
                }}
              />
            )}
          </PickerField>
          <PeriodFields legend={t`Messages posted`} {...period.fields} />
          <Checkbox
            label={t`Include deleted messages`}
            checked={withDeleted}
            onChange={({target}) => setWithDeleted(target.checked)}
          />
          <div>
            <Button type="submit" kind="primary">
              <Trans>Show report</Trans>
            </Button>
          </div>
        </form>
      </Panel>
      {shown && <Report key={JSON.stringify(shown)} filter={shown} target={shown.target} />}
    </AdministrationPage>
  );
}

/** A channel with the name of its team, by its id; null if that is empty. */
function targetQuery(channelId: string) {
  return queryOptions({
    queryKey: ['administration', 'report-target', channelId],
    queryFn: async (): Promise<Entity | null> => {
      if (channelId === '') return null;
      const {id, display_name, team_id} = await server.getChannel(channelId);
      return {id, name: display_name, detail: (await server.getTeam(team_id)).display_name};
    },
  });
}

/** The number of messages on the Overview, by type of channel. */
function MessageCounts() {
  const {data} = useMessageCounts();
  if (!data) return null;
  const {all, O: inPublic, P: inPrivate, D: direct, G: group} = data;
  return (
    <Panel
      title={t`All messages`}
      text={t`Messages and replies of people and programs, including deleted ones and those in archived channels. Notices of joining and leaving are not counted.`}
    >
      <FigureTiles>
        <FigureTile label={t`Messages`} value={count(all)} />
        <FigureTile label={t`In public channels`} value={count(inPublic)} />
        <FigureTile label={t`In private channels`} value={count(inPrivate)} />
        <FigureTile label={t`Direct messages`} value={count(direct)} />
        <FigureTile label={t`Group messages`} value={count(group)} />
      </FigureTiles>
    </Panel>
  );
}

interface ReportProps {
  filter: PostReportFilter;
  target: Entity;
}

function Report({filter, target: {id, name, detail}}: ReportProps) {
  // The cursors of all pages up to this one. The API has no page numbers.
  const [cursors, setCursors] = useState<readonly string[]>(['']);
  const query = usePostReport(filter, cursors.at(-1)!);
  const {data} = query;
  const page = cursors.length - 1;
  const next = data?.next;
  const columns = useColumns();
  return (
    <>
      {data && data.posts.length > 0 && (
        <div className={styles.head}>
          <h2 className={styles.title}>
            <ChannelLink channel={{id, display_name: name}} /> · <bdi>{detail}</bdi>
          </h2>
          <ExportButton filter={filter} name={name} />
        </div>
      )}
      <RowList
        label={t`Message report`}
        columns={columns}
        rows={data?.posts}
        getKey={({id}) => id}
        isFaded={({delete_at}) => delete_at > 0}
        query={query}
        empty={{
          icon: 'message',
          title: t`No messages found`,
          text: t`Choose another channel or a longer period.`,
        }}
        pages={{
          page,
          perPage: PER_PAGE,
          total: next === undefined && data ? page * PER_PAGE + data.posts.length : undefined,
          onPage: (to) => setCursors(to > page && next ? [...cursors, next] : cursors.slice(0, -1)),
        }}
      />
    </>
  );
}

function ExportButton({filter, name}: {filter: PostReportFilter; name: string}) {
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const file = await exportPostReport(filter);
      const most = count(MAX_EXPORTED);
      if (!file) return showError(t`The report has more than ${most} messages. Choose a shorter period.`);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `${name}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      showError(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon="download" busy={busy} onPress={() => void download()}>
      <Trans>Export as CSV</Trans>
    </Button>
  );
}

function useColumns(): Column<Post>[] {
  const dates = useDates();
  return [
    {
      label: t({message: 'Time', context: 'date and time'}),
      render: ({create_at}) => <span className={styles.time}>{dates.dateTime(create_at)}</span>,
    },
    {
      label: t`Author`,
      render: ({user_id}) => <PersonName userId={user_id} />,
    },
    {
      label: t`Message`,
      render: (post) => (
        <div className={styles.message}>
          <span className={styles.text} dir="auto">
            {renderExcerpt(displayedMessage(post))}
          </span>
          {post.delete_at > 0 && <Tag kind="bad">{t`DELETED`}</Tag>}
        </div>
      ),
    },
    {
      label: t`Files`,
      leaveOut: 1,
      render: ({metadata}) => (metadata?.files ?? []).map((file) => file.name).join(', '),
    },
  ];
}
