import type {Level} from './format/fields.ts';

/** A rule of the format that a file can break. */
export interface Fault {
  /** Identifier of the rule, such as `too-long`. */
  rule: string;
  level: Level;
  /** The object that the rule applies to, such as `user`; empty for the line as a whole. */
  object: string;
  /** The field; empty for the object as a whole. */
  field: string;
  /** The requirement, as a sentence. */
  demand: string;
  /** How to fix it, as a sentence. */
  hint?: string;
  /** Whether to group findings by value, for example by unknown name. */
  byValue?: boolean;
  /** Whether all warnings of this kind count as one, with the first line as its only example. */
  summarized?: boolean;
}

/** One violation of a rule. */
export interface Example {
  line: number;
  /** From the line's object: `post.replies[2].user`. Empty for the line as a whole. */
  path: string;
  /** The offending value as JSON, shortened; undefined if there is none. */
  value?: string;
}

/** All violations of one rule. */
export interface FindingGroup {
  fault: Fault;
  severity: 'error' | 'warning';
  count: number;
  /** The first violations. */
  examples: Example[];
}

export interface Findings {
  /** Adds a finding and returns its severity; undefined if its level makes it no finding. */
  report(
    fault: Fault,
    line: number,
    path: string | (() => string),
    value?: unknown,
  ): FindingGroup['severity'] | undefined;
  /** Number of errors and of warnings so far; summarized warnings count once for each kind. */
  readonly errors: number;
  /** The first line with an error so far. */
  readonly firstErrorLine: number | undefined;
  readonly warnings: number;
  /** Errors first, each group by its first line. */
  groups(): FindingGroup[];
  /** Groups that were dropped because there were too many. */
  readonly groupsLeftOut: number;
}

const MAX_EXAMPLES = 20;
const MAX_GROUPS = 1_000;
const MAX_VALUE = 120;

/**
 * Collects findings in bounded memory: a count and the first examples of each group. In strict mode, every lenient
 * finding is an error. Rules in `onlyWarn` are never errors.
 */
export function createFindings({
  strict = false,
  onlyWarn = new Set<string>(),
}: {
  strict?: boolean;
  onlyWarn?: ReadonlySet<string>;
} = {}): Findings {
  const groups = new Map<Fault, FindingGroup>();
  const groupsByValue = new Map<Fault, Map<string, FindingGroup>>();
  let groupCount = 0;
  let groupsLeftOut = 0;
  let errors = 0;
  let warnings = 0;
  let firstErrorLine: number | undefined;

  function severityOf({level, rule}: Fault): FindingGroup['severity'] | undefined {
    if (level === 'advice' || onlyWarn.has(rule)) return 'warning';
    if (level === 'error' || strict) return 'error';
    return level === 'lenient' ? 'warning' : undefined;
  }

  function groupOf(
    fault: Fault,
    severity: FindingGroup['severity'],
    value: unknown,
  ): FindingGroup | undefined {
    if (fault.byValue) {
      let byValue = groupsByValue.get(fault);
      if (!byValue) {
        byValue = new Map();
        groupsByValue.set(fault, byValue);
      }
      return groupIn(byValue, shortened(value), fault, severity);
    }
    return groupIn(groups, fault, fault, severity);
  }

  function groupIn<Key>(
    map: Map<Key, FindingGroup>,
    key: Key,
    fault: Fault,
    severity: FindingGroup['severity'],
  ): FindingGroup | undefined {
    const existing = map.get(key);
    if (existing) return existing;
    if (groupCount === MAX_GROUPS) {
      groupsLeftOut++;
      return undefined;
    }
    const group: FindingGroup = {fault, severity, count: 0, examples: []};
    map.set(key, group);
    groupCount++;
    return group;
  }

  return {
    report(fault, line, path, value) {
      const severity = severityOf(fault);
      if (severity === undefined) return undefined;
      const isSummarized = severity === 'warning' && fault.summarized === true;
      const group = groupOf(fault, severity, value);
      if (severity === 'error') {
        errors++;
        firstErrorLine = Math.min(firstErrorLine ?? line, line);
      } else if (!isSummarized || group?.count === 0) warnings++;
      if (group) {
        group.count++;
        if (group.examples.length < (isSummarized ? 1 : MAX_EXAMPLES)) {
          const where = typeof path === 'string' ? path : path();
          group.examples.push(
            value === undefined ? {line, path: where} : {line, path: where, value: shortened(value)},
          );
        }
      }
      return severity;
    },
    get errors() {
      return errors;
    },
    get firstErrorLine() {
      return firstErrorLine;
    },
    get warnings() {
      return warnings;
    },
    get groupsLeftOut() {
      return groupsLeftOut;
    },
    groups() {
      const all = [...groups.values(), ...[...groupsByValue.values()].flatMap((map) => [...map.values()])];
      const rank = ({severity}: FindingGroup) => (severity === 'error' ? 0 : 1);
      return all.sort((a, b) => rank(a) - rank(b) || a.examples[0]!.line - b.examples[0]!.line);
    },
  };
}

/** A value as JSON, truncated for display. */
function shortened(value: unknown): string {
  // Truncate before serializing, to avoid work on long texts.
  const text =
    JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_VALUE + 1) : value) ?? 'undefined';
  if (text.length <= MAX_VALUE + 2) return text;
  const cut = text.slice(0, MAX_VALUE);
  // Don't split a surrogate pair.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
