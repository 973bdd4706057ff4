import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {SelectField, TextField} from '../../../components/ui/field.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import type {Finding, ImportReport} from '../../../data/imports/imports.ts';
import {count} from '../../../lib/numbers.ts';
import styles from './findings.module.css';

/** Lines of one finding that are shown until somebody wants all of them. */
const FIRST_LINES = 5;

/** What breaks a rule, errors before warnings, each rule with its first lines; a filter finds what one looks for. */
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
          label="Find"
          placeholder="A rule, a field, a value, a line number"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label="Show"
          value={severity}
          options={[
            {value: '', label: 'Errors and warnings'},
            {value: 'error', label: 'Errors only'},
            {value: 'warning', label: 'Warnings only'},
          ]}
          onChange={(event) => setSeverity(event.target.value)}
        />
      </div>
      <FindingGroup title="Errors" total={report.errors} findings={shown.filter(isError)} />
      <FindingGroup
        title="Warnings"
        total={report.warnings}
        findings={shown.filter((one) => !isError(one))}
      />
      {shown.length === 0 && (
        <p className={styles.quiet} role="status">
          Nothing here matches. {count(report.findings.length)} kinds of findings are hidden.
        </p>
      )}
      {report.kinds_of_findings_left_out > 0 && (
        <p className={styles.quiet}>
          {count(report.kinds_of_findings_left_out)} findings of further kinds are left out. Correct these
          first, and check again.
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
  const [isWhole, setWhole] = useState(false);
  const {rule, object, field, demand, hint, examples} = finding;
  const place = [object, field].filter(Boolean).join('.');
  const shown = isWhole ? examples : examples.slice(0, FIRST_LINES);
  const further = finding.count - examples.length;
  return (
    <li className={styles.card} data-severity={finding.severity}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          {demand} {place && <code className={styles.place}>{place}</code>}
        </h3>
        <Tag kind={finding.severity === 'error' ? 'bad' : 'warn'}>
          {finding.count === 1 ? 'once' : `${count(finding.count)} times`}
        </Tag>
      </div>
      {hint && <p className={styles.quiet}>{hint}</p>}
      <table className={styles.table} aria-label={`Lines: ${rule} ${place}`}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Where</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({line, path, value}) => (
            <tr key={`${line} ${path}`}>
              <td className={styles.line}>{count(line)}</td>
              <td>{path ? <code>{path}</code> : 'the whole line'}</td>
              <td>{value === undefined ? '–' : <code>{value}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        {examples.length > FIRST_LINES && (
          <Button size="small" kind="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer lines' : `Show ${count(examples.length - FIRST_LINES)} more lines`}
          </Button>
        )}
        {further > 0 && <span className={styles.quiet}>and {count(further)} more in the file</span>}
        <span className={styles.rule}>
          Rule <code>{rule}</code>
        </span>
      </div>
    </li>
  );
}
