import {formatCount, pluralize} from '../../platform/formats/format-count.ts';
import type {Example, Fault, FindingGroup, Findings} from './findings.ts';
import {OBJECT_KINDS, type ObjectCounts, OUTCOMES} from './object-counts.ts';
import type {Generator} from './parse-lines.ts';
import {UNKNOWN_DIRECT_CHANNEL} from './references/seek-names.ts';

type Ending =
  /** Everything was checked or imported. */
  | 'done'
  /** The file has errors, found by validation or at the point where an import stopped. */
  | 'errors'
  /** The run was interrupted by a user or a signal. */
  | 'interrupted'
  /** The database or a disk failed. */
  | 'failed';

export interface ImportReport {
  file: string;
  mode: 'validate' | 'apply';
  ending: Ending;
  /** Why it failed, in sentences. */
  problem?: string | undefined;
  /** The error that caused the problem. */
  cause?: unknown;
  /** The program that wrote the file, if the version line names it and was read in this run. */
  generator?: Generator | undefined;
  /** Number of lines read. */
  lines: number;
  /** Number of imported lines from the start of the file; for imports only. */
  linesImported?: number;
  /** The line where this run resumed an earlier one; for imports only. */
  resumedAt?: number | undefined;
  milliseconds: number;
  counts: ObjectCounts;
  findings: Findings;
}

/** The report as JSON. Its fields are documented in docs/bulk-import.md. */
export function reportAsJson(report: ImportReport) {
  const {findings} = report;
  return {
    file: report.file,
    mode: report.mode,
    ending: report.ending,
    ...(report.problem === undefined ? {} : {problem: report.problem}),
    ...(report.generator === undefined ? {} : {generator: report.generator}),
    lines: report.lines,
    ...(report.linesImported === undefined ? {} : {lines_imported: report.linesImported}),
    ...(report.resumedAt === undefined ? {} : {resumed_at_line: report.resumedAt}),
    seconds: Math.round(report.milliseconds) / 1000,
    errors: findings.errors,
    warnings: findings.warnings,
    objects: report.counts,
    findings: findings.groups().map(({fault, severity, count, examples}) => ({
      severity,
      rule: fault.rule,
      object: fault.object,
      field: fault.field,
      demand: fault.demand,
      ...(fault.hint === undefined ? {} : {hint: fault.hint}),
      count,
      examples,
    })),
    kinds_of_findings_left_out: findings.groupsLeftOut,
  };
}

/**
 * Whether the run found direct posts to channels that don't exist, which an option creates: `only` if there are no other
 * errors.
 */
export function lacksDirectChannels({findings}: ImportReport): 'only' | 'also' | undefined {
  const rules = new Set(
    findings.groups().flatMap(({fault, severity}) => (severity === 'error' ? [fault.rule] : [])),
  );
  if (!rules.has(UNKNOWN_DIRECT_CHANNEL.rule)) return undefined;
  return rules.size === 1 ? 'only' : 'also';
}

/**
 * The report as text. `quiet` leaves out everything except problems.
 *
 * @param commandToCreateChannels the command that repeats the run and creates missing direct channels
 */
export function reportAsText(
  report: ImportReport,
  {quiet = false, commandToCreateChannels}: {quiet?: boolean; commandToCreateChannels?: string} = {},
): string {
  const groups = report.findings.groups();
  const errors = groups.filter(({severity}) => severity === 'error');
  const warnings = groups.filter(({severity}) => severity === 'warning');
  const parts = [
    ...(quiet ? [] : [report.mode === 'validate' ? summarizeValidation(report) : summarizeImport(report)]),
    ...(quiet ? [] : section('Warnings', report.findings.warnings, warnings, EXAMPLES_OF_WARNINGS)),
    ...section('Errors', report.findings.errors, errors, EXAMPLES_OF_ERRORS),
  ];
  if (report.findings.groupsLeftOut > 0) {
    parts.push(`${count(report.findings.groupsLeftOut)} findings of other kinds are not shown.`);
  }
  if (!quiet || report.ending !== 'done') parts.push(summarizeEnding(report));
  if (commandToCreateChannels !== undefined && lacksDirectChannels(report)) {
    parts.push(`Or create the missing direct channels:\n  ${commandToCreateChannels}`);
  }
  return parts.join('\n\n');
}

const EXAMPLES_OF_ERRORS = 5;
const EXAMPLES_OF_WARNINGS = 1;
const MAX_VALUES = 20;

function summarizeValidation({file, lines, milliseconds, counts, generator}: ImportReport): string {
  const found = OBJECT_KINDS.flatMap((kind) => {
    const total = OUTCOMES.reduce((sum, outcome) => sum + (counts[kind]?.[outcome] ?? 0), 0);
    return total > 0 ? [formatCount(total, kind)] : [];
  });
  return [
    `${file}: ${formatCount(lines, 'line')} checked in ${speed(lines, milliseconds)}`,
    `  ${found.join(', ') || 'nothing to import'}`,
    ...(generator ? [`  ${generatorText(generator)}`] : []),
  ].join('\n');
}

/** Programs that write import files, by the name in their version lines. */
const GENERATORS: Readonly<Record<string, string>> = {
  'mattermost-server': 'Mattermost',
  patchbay: 'Patchbay',
};

function generatorText({name, version}: Generator): string {
  const known = Object.hasOwn(GENERATORS, name) ? GENERATORS[name] : undefined;
  const program = version === '' ? (known ?? name) : `${known ?? name} ${version}`;
  return known ? `Exported by ${program}.` : `Created by ${program}.`;
}

function summarizeImport({file, lines, milliseconds, counts, resumedAt, generator}: ImportReport): string {
  const read = lines - (resumedAt === undefined ? 0 : resumedAt - 1);
  const kinds = OBJECT_KINDS.filter((kind) => counts[kind]);
  const rows = [
    ['', ...OUTCOMES],
    ...kinds.map((kind) => [
      pluralize(kind),
      ...OUTCOMES.map((outcome) => count(counts[kind]?.[outcome] ?? 0)),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const table = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  const heading = `${file}: ${formatCount(read, 'line')} in ${speed(read, milliseconds)}`;
  const resumed =
    resumedAt === undefined
      ? []
      : [`Resumed at line ${count(resumedAt)}. The table includes the earlier run.`];
  const origin = generator ? [generatorText(generator)] : [];
  return [heading, ...origin, ...resumed, '', ...table].join('\n');
}

function section(
  title: string,
  total: number,
  groups: readonly FindingGroup[],
  maxExamples: number,
): string[] {
  if (groups.length === 0) return [];
  const byFault = Map.groupBy(groups, ({fault}) => fault);
  const parts = [...byFault].map(([fault, ofFault]) => describe(fault, ofFault, maxExamples));
  return [[`${title} (${count(total)})`, ...parts].join('\n')];
}

function describe(fault: Fault, groups: readonly FindingGroup[], maxExamples: number): string {
  const place = [fault.object, fault.field].filter(Boolean).join('.');
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  if (fault.summarized && groups[0]!.severity === 'warning') {
    const first = `first in line ${count(groups[0]!.examples[0]!.line)}`;
    return `  ${fault.rule} in ${place}, ${total === 1 ? 'once' : `${count(total)} times`}, ${first}: ${fault.demand}`;
  }
  const times = total === 1 ? '' : `, ${count(total)} times`;
  const lines = [`  ${fault.rule}${place && ` in ${place}`}${times}: ${fault.demand}`];
  if (fault.hint) lines.push(`    ${fault.hint}`);
  if (fault.byValue) {
    lines.push(...groups.slice(0, MAX_VALUES).map(describeValue));
    const more = groups.length - MAX_VALUES;
    if (more > 0) lines.push(`    and ${count(more)} other values`);
    return lines.join('\n');
  }
  const {examples} = groups[0]!;
  lines.push(...examples.slice(0, maxExamples).map(describeExample));
  const further = examples.slice(maxExamples).map(({line}) => count(line));
  if (maxExamples > 1 && further.length > 0) {
    const rest = total - examples.length;
    lines.push(`    and lines ${further.join(', ')}${rest > 0 ? `, and ${count(rest)} more` : ''}`);
  }
  return lines.join('\n');
}

function describeExample({line, path, value}: Example): string {
  return `    line ${count(line)}${path && `, ${path}`}${value === undefined ? '' : `: ${value}`}`;
}

/** All findings about one value, such as an unknown name. */
function describeValue({examples, count: times}: FindingGroup): string {
  const [first] = examples;
  const more = times > 1 ? `, and ${count(times - 1)} more` : '';
  return `    ${first!.value} in line ${count(first!.line)}${first!.path && `, ${first!.path}`}${more}`;
}

/** A sentence that says how many lines are imported. */
export function importedLinesText({linesImported = 0}: ImportReport): string {
  return linesImported > 0
    ? `Lines 1 to ${count(linesImported)} are imported; the rest is not.`
    : 'Nothing was imported.';
}

function summarizeEnding(report: ImportReport): string {
  const {mode, ending, problem, file, findings} = report;
  const imported = importedLinesText(report);
  if (mode === 'validate' && ending === 'interrupted') {
    return `Validation was interrupted after line ${count(report.lines)}. Nothing was written.`;
  }
  if (mode === 'validate') {
    return findings.errors === 0
      ? 'No errors. To import the file, use --apply.'
      : `${formatCount(findings.errors, 'error')}. Nothing was written. Fix ${file} and validate it again.`;
  }
  switch (ending) {
    case 'done':
      return "Everything is imported. Running servers pick up the changes automatically, so you don't need to purge their caches.";
    case 'errors':
      return `The import stopped at the first error. ${imported}\nFix the line and run the same command again to resume.`;
    case 'failed':
      return `The import failed. ${problem} ${imported}\nFix the problem and run the same command again to resume.`;
    case 'interrupted':
      return `The import was interrupted. ${imported}\nRun the same command again to resume.`;
  }
}

function speed(lines: number, milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const perSecond = seconds > 0 ? Math.round(lines / seconds) : lines;
  return `${seconds.toFixed(seconds < 10 ? 2 : 0)} s (${count(perSecond)} lines/s)`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
