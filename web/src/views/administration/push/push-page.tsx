import {plural, t} from '@lingui/core/macro';
import {useQuery} from '@tanstack/react-query';
import {Link} from 'react-router';
import {When} from '../../../components/time/when.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {
  PER_PAGE,
  type PushSubscription,
  readPushSubscriptions,
  removePushSubscription,
} from '../../../data/administration/push-subscriptions.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import type {BulkAction} from '../bulk-actions.ts';
import {ListTools, RowName, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {describeDevice} from '../sessions.ts';
import styles from './push-page.module.css';

/** The browsers of all people that get push notifications, and whether the last notification was sent. */
export default function PushPage() {
  return (
    <AdministrationPage
      title={t`Push notifications`}
      intro={t`The browsers in which people turned on push notifications. A browser is removed when its session ends or its push service rejects it.`}
    >
      <List />
    </AdministrationPage>
  );
}

function List() {
  const parameters = useListParameters('all');
  const {term, filter, page} = parameters;
  const query = useQuery({
    queryKey: ['administration', 'push-subscriptions', term, filter, page],
    queryFn: () => readPushSubscriptions({term, isFailing: filter === 'failing', page}),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const {data} = query;
  const columns = useColumns();
  const isFiltered = term !== '' || filter !== 'all';
  return (
    <>
      <ListTools
        parameters={parameters}
        findLabel={t`Find a user`}
        filterLabel={t`Filter browsers`}
        filters={[
          {value: 'all', label: t`All browsers`},
          {value: 'failing', label: t`Failing`},
        ]}
      />
      <RowList
        label={t`Push notifications`}
        columns={columns}
        rows={data}
        getKey={({session_id}) => session_id}
        query={query}
        empty={{
          icon: 'bell',
          title: isFiltered ? t`No browsers found` : t`No browsers yet`,
          text: isFiltered
            ? t`Try another search or filter.`
            : t`People turn on push notifications in their settings.`,
        }}
        bulk={{actions: removeActions(), getName: nameOf}}
        pages={{page, perPage: PER_PAGE, onPage: parameters.setPage}}
      />
    </>
  );
}

function nameOf({username, props}: PushSubscription): string {
  const device = describeDevice(props);
  return t`${username} (${device})`;
}

/** Only the browser itself can subscribe again, which it does when the client starts. */
function removeActions(): BulkAction<PushSubscription>[] {
  return [
    {
      label: t`Remove`,
      danger: true,
      appliesTo: () => true,
      act: removePushSubscription,
      done: (count) => plural(count, {one: '# browser was removed.', other: '# browsers were removed.'}),
      confirm: (count) => ({
        title: plural(count, {one: 'Remove # browser?', other: 'Remove # browsers?'}),
        text: t`These browsers get no push notifications until someone opens the web client in them again. To stop them permanently, revoke their sessions.`,
      }),
    },
  ];
}

function useColumns(): Column<PushSubscription>[] {
  const dates = useDates();
  return [
    {
      label: t`User`,
      render: ({user_id, username, props, host}) => (
        <RowName
          icon={null}
          name={<Link to={`/_admin/users/${user_id}`}>{breakable(username)}</Link>}
          detail={
            <>
              {describeDevice(props)} · <bdi>{breakable(host)}</bdi>
            </>
          }
        />
      ),
    },
    {label: t`Turned on`, kind: 'short', render: ({create_at}) => dates.date(create_at), leaveOut: 1},
    {
      label: t`Last sent`,
      kind: 'short',
      render: ({sent_at}) => (sent_at > 0 ? <When at={sent_at} /> : undefined),
    },
    {
      label: t`Last failed`,
      render: ({failed_at, sent_at, failure}) => {
        if (failed_at === 0) return undefined;
        return (
          <span>
            <When at={failed_at} /> {failed_at > sent_at && <Tag kind="bad">{t`FAILING`}</Tag>}
            <bdi className={styles.failure}>{failure}</bdi>
          </span>
        );
      },
    },
  ];
}
