import {i18n} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import type {Audit} from '@mattermost/types/audits';
import {useQuery} from '@tanstack/react-query';
import {PersonField} from '../../../components/people/person-field.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {ChosenItem, ChosenList} from '../../../components/ui/chosen-list.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import {ListTools, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {actionLabel, findActions} from './audit-actions.ts';
import {AuditSentence} from './audit-sentence.tsx';
import styles from './audits-page.module.css';

const PER_PAGE = 50;
const DAY = 24 * 60 * 60 * 1000;

const RESULTS = [
  {value: 'all', label: msg`Any result`},
  {value: 'fail', label: msg`Failed`},
  {value: 'success', label: msg`Succeeded`},
];
/** The kinds of actions that the server knows. */
const KINDS = [
  {value: '', label: msg`All actions`},
  {value: 'sign_in', label: msg`Sign-in and sessions`},
  {value: 'users', label: msg`Users`},
  {value: 'teams', label: msg`Teams`},
  {value: 'channels', label: msg`Channels`},
  {value: 'integrations', label: msg`Integrations and emoji`},
  {value: 'settings', label: msg`Settings and permissions`},
  {value: 'data', label: msg`Imports, exports and backups`},
  {value: 'compliance', label: msg`Compliance`},
];
/** Each value is a number of days. */
const TIMES = [
  {value: '', label: msg`Any time`},
  {value: '1', label: msg`Past 24 hours`},
  {value: '7', label: msg`Past 7 days`},
  {value: '30', label: msg`Past 30 days`},
];

/** The security-related actions of all users. */
export default function AuditsPage() {
  const parameters = useListParameters('all');
  const {term, filter, page, other, setOther} = parameters;
  const days = other('days');
  const userId = other('by');
  const kind = other('kind');
  const action = other('action');
  // They would fill the log. People who choose their kind or action want to see them.
  const canHideSignIns = kind !== 'sign_in' && action === '';
  const hidesSignIns = canHideSignIns && other('sign_ins') !== 'shown';
  const query = useQuery({
    queryKey: ['administration', 'audits', term, filter, kind, action, hidesSignIns, userId, days, page],
    queryFn: () => readAudits({term, filter, kind, action, hidesSignIns, userId, days, page}),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const {data} = query;
  const columns = useColumns();
  return (
    <AdministrationPage
      title={t`Audit log`}
      intro={t`Security-related actions on this server, such as sign-ins and changes to accounts, settings and integrations. Newest first.`}
    >
      <ListTools
        parameters={parameters}
        findLabel={t`Find a username, path or IP address`}
        filterLabel={t`Result`}
        filters={RESULTS.map(({value, label}) => ({value, label: i18n._(label)}))}
        more={{
          set: [filter !== 'all', kind, userId, days, canHideSignIns && !hidesSignIns].filter(Boolean).length,
          fields: (
            <>
              <SelectField
                label={t`Kind of action`}
                hideLabel
                value={kind}
                options={KINDS.map(({value, label}) => ({value, label: i18n._(label)}))}
                onChange={(chosen) => setOther('kind', chosen)}
              />
              <div className={styles.person}>
                <PersonField
                  label={t`User`}
                  hideLabel
                  placeholder={t`Anyone`}
                  value={userId}
                  onChange={(id) => setOther('by', id)}
                />
              </div>
              <SelectField
                label={t({message: 'Time', context: 'date and time'})}
                hideLabel
                value={days}
                options={TIMES.map(({value, label}) => ({value, label: i18n._(label)}))}
                onChange={(chosen) => setOther('days', chosen)}
              />
              {canHideSignIns && (
                <Checkbox
                  label={t`Hide sign-ins`}
                  asSwitch
                  checked={hidesSignIns}
                  onChange={(event) => setOther('sign_ins', event.target.checked ? '' : 'shown')}
                />
              )}
            </>
          ),
        }}
      />
      <Actions parameters={parameters} />
      <RowList
        label={t`Audit log`}
        columns={columns}
        rows={data}
        getKey={({id}) => id}
        query={query}
        empty={{
          icon: 'list',
          title: t`No matching actions`,
          ...(hidesSignIns && {text: t`Successful sign-ins are hidden.`}),
        }}
        pages={{page, perPage: PER_PAGE, onPage: parameters.setPage}}
      />
    </AdministrationPage>
  );
}

/** The action that was chosen, or those whose sentence matches the search. */
function Actions({parameters}: {parameters: ReturnType<typeof useListParameters>}) {
  const chosen = parameters.other('action');
  if (chosen !== '') {
    return (
      <ChosenList label={t`Action`} field={null} isEmpty={false}>
        <ChosenItem name={actionLabel(chosen)} onRemove={() => parameters.setOther('action', '')} />
      </ChosenList>
    );
  }
  const found = findActions(parameters.text);
  if (found.length === 0) return null;
  return (
    <ul className={styles.suggestions} aria-label={t`Matching actions`}>
      {found.map((action) => (
        <li key={action}>
          <Button size="small" icon="search" onPress={() => parameters.choose('action', action)}>
            {actionLabel(action)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function readAudits({
  term,
  filter,
  kind,
  action,
  hidesSignIns,
  userId,
  days,
  page,
}: {
  term: string;
  filter: string;
  kind: string;
  action: string;
  hidesSignIns: boolean;
  userId: string;
  days: string;
  page: number;
}): Promise<Audit[]> {
  const query = new URLSearchParams({page: String(page), per_page: String(PER_PAGE)});
  if (term !== '') query.set('term', term);
  if (filter !== 'all') query.set('outcome', filter);
  if (kind !== '') query.set('kind', kind);
  if (action !== '') query.set('action', action);
  if (hidesSignIns) query.set('exclude_sign_ins', 'true');
  if (userId !== '') query.set('user_id', userId);
  if (days !== '') query.set('from', String(Date.now() - Number(days) * DAY));
  return server.call<Audit[]>(`/audits?${query}`);
}

function useColumns(): Column<Audit>[] {
  const dates = useDates();
  return [
    {
      label: t`Action`,
      render: (audit) => (
        <span className={styles.action}>
          <span>
            <AuditSentence audit={audit} />
          </span>
          <span className={styles.detail}>
            <code>{breakable(`${audit.action.replace(/^\/api\/v4/, '')} ${audit.extra_info}`)}</code>
          </span>
        </span>
      ),
    },
    {
      label: t({message: 'Time', context: 'date and time'}),
      kind: 'short',
      render: ({create_at}) => dates.dateTime(create_at),
    },
    {label: t`IP address`, kind: 'short', render: ({ip_address}) => ip_address},
  ];
}
