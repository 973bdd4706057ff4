import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import type {Finding, ImportReport} from '../../../data/imports/imports.ts';
import {count} from '../../../lib/numbers.ts';
import styles from './findings.module.css';

/** The number of lines of a finding that are shown before it is expanded. */
const FIRST_LINES = 5;

/** The findings by rule, errors before warnings, with a filter. */
export function Findings({report}: {report: ImportReport}) {
  const [text, setText] = useState('');
  const [severity, setSeverity] = useState('');
  if (report.findings.length === 0) return null;
  const shown = report.findings.filter(
    (finding) => (severity === '' || finding.severity === severity) && matches(finding, text),
  );
  return (
    <section className={styles.section}>
      <div className={styles.filter}>
        <TextField
          type="search"
          label={t`Filter findings`}
          placeholder={t`Rule, field, value or line number`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label={t`Severity`}
          value={severity}
          options={[
            {value: '', label: t`Errors and warnings`},
            {value: 'error', label: t`Errors only`},
            {value: 'warning', label: t`Warnings only`},
          ]}
          onChange={setSeverity}
        />
      </div>
      <FindingGroup title={t`Errors`} total={report.errors} findings={shown.filter(isError)} />
      <FindingGroup
        title={t`Warnings`}
        total={report.warnings}
        findings={shown.filter((one) => !isError(one))}
      />
      {shown.length === 0 && (
        <p className={styles.quiet} role="status">
          {plural(report.findings.length, {
            one: 'Nothing matches the filter. # finding is hidden.',
            other: 'Nothing matches the filter. # findings are hidden.',
          })}
        </p>
      )}
      {report.kinds_of_findings_left_out > 0 && (
        <p className={styles.quiet}>
          {plural(report.kinds_of_findings_left_out, {
            one: '# more finding is not shown. Fix these first, then check the file again.',
            other: '# more findings are not shown. Fix these first, then check the file again.',
          })}
        </p>
      )}
    </section>
  );
}

const isError = ({severity}: Finding) => severity === 'error';

function matches({rule, object, field, demand, examples}: Finding, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  const words = [
    rule,
    `${object}.${field}`,
    demand,
    ...examples.flatMap(({path, value = ''}) => [path, value]),
  ];
  return (
    words.some((word) => word.toLowerCase().includes(wanted)) ||
    examples.some(({line}) => String(line) === wanted)
  );
}

function FindingGroup({title, total, findings}: {title: string; total: number; findings: Finding[]}) {
  if (findings.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>
        {title} <span className={styles.quiet}>{count(total)}</span>
      </h2>
      <ul className={styles.list} aria-label={title}>
        {findings.map((finding, index) => (
          <FindingCard
            key={`${finding.rule} ${finding.object} ${finding.field} ${index}`}
            finding={finding}
          />
        ))}
      </ul>
    </section>
  );
}

function FindingCard({finding}: {finding: Finding}) {
  const [isExpanded, setExpanded] = useState(false);
  const {rule, object, field, demand, hint, examples} = finding;
  const place = [object, field].filter(Boolean).join('.');
  const shown = isExpanded ? examples : examples.slice(0, FIRST_LINES);
  const more = finding.count - examples.length;
  const subject = `${rule} ${place}`;
  return (
    <li className={styles.card} data-severity={finding.severity}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <bdi>{demand}</bdi> {place && <code className={styles.place}>{place}</code>}
        </h3>
        <Tag kind={finding.severity === 'error' ? 'bad' : 'warn'}>
          {plural(finding.count, {one: '# occurrence', other: '# occurrences'})}
        </Tag>
      </div>
      {hint && (
        <p className={styles.quiet}>
          <bdi>{hint}</bdi>
        </p>
      )}
      <table className={styles.table} aria-label={t`Lines: ${subject}`}>
        <thead>
          <tr>
            <th scope="col">{t`Line`}</th>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{t`Value`}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({line, path, value}) => (
            <tr key={`${line} ${path}`}>
              <td className={styles.line}>{count(line)}</td>
              <td>{path ? <code>{path}</code> : t`Whole line`}</td>
              <td>{value === undefined ? '–' : <code>{value}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        {examples.length > FIRST_LINES && (
          <Button
            size="small"
            kind="quiet"
            aria-expanded={isExpanded}
            onPress={() => setExpanded(!isExpanded)}
          >
            {isExpanded
              ? t`Show fewer lines`
              : plural(examples.length - FIRST_LINES, {
                  one: 'Show # more line',
                  other: 'Show # more lines',
                })}
          </Button>
        )}
        {more > 0 && (
          <span className={styles.quiet}>
            {plural(more, {one: 'and # more in the file', other: 'and # more in the file'})}
          </span>
        )}
        <span className={styles.rule}>
          <Trans>
            Rule <code>{rule}</code>
          </Trans>
        </span>
      </div>
    </li>
  );
}
