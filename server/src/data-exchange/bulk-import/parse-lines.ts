import {isJsonObject} from '../../platform/formats/json.ts';
import type {Line} from '../../platform/formats/jsonl.ts';
import type {Fault, Findings} from './findings.ts';
import {compileObject, type Place} from './format/check.ts';
import type {ObjectFormat} from './format/fields.ts';
import {LINE_TYPES, type LineObject, type LineType} from './format/objects.ts';

/** A line with an object of the format. */
export type ObjectLine = LineObject & {
  number: number;
  /** Whether a check failed. The object may then lack required fields, and the line cannot be imported. */
  failed: boolean;
  /** The unmodified text of the line. */
  text: string;
  /** Offset in the file of the end of this line. */
  end: number;
};

const checks = Object.fromEntries(
  Object.entries(LINE_TYPES).map(([type, {format}]) => [
    type,
    compileObject(format as unknown as ObjectFormat),
  ]),
) as Record<LineType, ReturnType<typeof compileObject>>;

/** The program that wrote a file, as its version line says. Shortened. */
export interface Generator {
  /** Such as `mattermost-server`. */
  name: string;
  /** Empty if it is unknown. */
  version: string;
}

/**
 * Creates a parser for the lines of a file, in order. It returns checked objects and reports findings. It returns
 * undefined for the version line, blank lines and lines without an object. Never throws.
 *
 * @param options.resumed whether the version line was read earlier
 * @param options.onGenerator called if the version line names the program that wrote the file
 */
export function createLineParser(
  findings: Findings,
  {resumed = false, onGenerator}: {resumed?: boolean; onGenerator?: (generator: Generator) => void} = {},
) {
  const place: Place = {line: 0, path: [], findings, hasEscapes: false, unknownKeys: new Set()};
  let versionSeen = resumed;
  let hasContent = resumed;
  let highest: {rank: number; type: LineType | undefined} = {rank: 0, type: undefined};

  function report(fault: Fault, line: number, value?: unknown): undefined {
    findings.report(fault, line, '', value);
    return undefined;
  }

  function parseVersion(line: Line, object: Record<string, unknown>): undefined {
    if (versionSeen) return report(VERSION_REPEATED, line.number);
    versionSeen = true;
    if (object.version !== 1) report(VERSION_UNSUPPORTED, line.number, object.version);
    const generator = generatorOf(object.info);
    if (generator) onGenerator?.(generator);
    return undefined;
  }

  function checkOrder(type: LineType, line: Line): void {
    const {rank} = LINE_TYPES[type];
    if (rank >= highest.rank) highest = {rank, type};
    else report(outOfOrder(type, highest.type!), line.number);
  }

  return {
    /** Parses and checks a line. */
    parse(line: Line): ObjectLine | undefined {
      if (line.fault) {
        hasContent = true;
        return line.fault.kind === 'too-long'
          ? report(LINE_TOO_LONG, line.number, `${line.fault.bytes} bytes`)
          : report(NOT_UTF8, line.number, `byte ${line.fault.byte} of the line`);
      }
      const {text} = line;
      if (isTooLargeToParse(text)) {
        hasContent = true;
        return report(LINE_TOO_LARGE, line.number);
      }
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch (error) {
        if (text.trim() === '') return report(BLANK_LINE, line.number);
        hasContent = true;
        return report(NOT_JSON, line.number, jsonErrorContext(text, error as Error));
      }
      const object = isJsonObject(parsed) ? parsed : {};
      const type = object.type;
      if (!versionSeen && type !== 'version' && !hasContent) report(VERSION_MISSING, line.number, type);
      hasContent = true;
      if (type === 'version') return parseVersion(line, object);
      if (!isLineType(type)) return report(UNKNOWN_TYPE, line.number, isJsonObject(parsed) ? type : parsed);
      const holder = object[type];
      if (holder === undefined || holder === null) return report(holderMissing(type), line.number);

      if (LINE_TYPES[type].newer) report(newerType(type), line.number);
      checkOrder(type, line);
      place.line = line.number;
      place.path = [type];
      // Valid UTF-8 can only produce such characters through escapes.
      place.hasEscapes = text.includes('\\u');
      const errorsBefore = findings.errors;
      const checked = checks[type](holder, place);
      if (checked === undefined) return undefined;
      const failed = findings.errors > errorsBefore;
      return {
        type,
        object: checked,
        number: line.number,
        failed,
        text,
        end: line.end,
      } as unknown as ObjectLine;
    },

    /** Call this after the last line. */
    finish(): void {
      if (!hasContent) findings.report(EMPTY_FILE, 1, '');
    },
  };
}

const MAX_GENERATOR = 120;

function generatorOf(info: unknown): Generator | undefined {
  if (!isJsonObject(info) || typeof info.generator !== 'string' || info.generator === '') return undefined;
  const {generator, version} = info;
  return {
    name: generator.slice(0, MAX_GENERATOR).toWellFormed(),
    version: typeof version === 'string' ? version.slice(0, MAX_GENERATOR).toWellFormed() : '',
  };
}

// A million values take about 100 MB of memory. Real lines have a few thousand at most.
const MAX_VALUES = 1_000_000;
const MAX_LINE_DEPTH = 100;
/** Shorter lines cannot use much memory. Characters. */
const SAFE_LENGTH = MAX_VALUES;

/** Whether parsing a line could use too much memory, because it takes only a few characters to create an object. */
function isTooLargeToParse(text: string): boolean {
  if (text.length <= SAFE_LENGTH) return false;
  let values = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        i = endOfString(text, i);
        break;
      case '{':
      case '[':
        values++;
        if (++depth > MAX_LINE_DEPTH) return true;
        break;
      case '}':
      case ']':
        depth--;
        break;
      case ',':
        if (++values > MAX_VALUES) return true;
    }
  }
  return false;
}

/** The index of the quote that closes the string at `start`; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function isLineType(type: unknown): type is LineType {
  return typeof type === 'string' && Object.hasOwn(LINE_TYPES, type);
}

/** The text around the first JSON error of a line, or only its column if a password may be near. */
function jsonErrorContext(text: string, {message}: Error): string {
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
  if (/password/i.test(text)) return `column ${position + 1}`;
  const before = text.slice(Math.max(0, position - 30), position);
  return `column ${position + 1}: ${before}⟶${text.slice(position, position + 30)}`;
}

const lineFault = (rule: string, level: Fault['level'], demand: string, hint?: string): Fault => ({
  rule,
  level,
  object: '',
  field: '',
  demand,
  hint,
});

const NOT_JSON = lineFault(
  'not-json',
  'error',
  'Each line must be a JSON object.',
  'The arrow marks the error.',
);
const NOT_UTF8 = lineFault('not-utf8', 'error', 'The file must be UTF-8.', 'Convert it with iconv -t UTF-8.');
const LINE_TOO_LONG = lineFault('line-too-long', 'error', 'A line must not exceed 64 MiB.');
const LINE_TOO_LARGE = lineFault(
  'line-too-large',
  'error',
  `A line can have at most ${MAX_VALUES.toLocaleString('en')} values, and a long line at most ${MAX_LINE_DEPTH} levels of objects and lists.`,
);
const BLANK_LINE = lineFault('blank-line', 'lenient', 'Lines must not be blank. This one is skipped.');
const EMPTY_FILE = lineFault(
  'version-missing',
  'error',
  'The first line must be {"type":"version","version":1}.',
  'The file is empty.',
);
const VERSION_MISSING = lineFault(
  'version-missing',
  'error',
  'The first line must be {"type":"version","version":1}.',
);
const VERSION_UNSUPPORTED = lineFault(
  'version-unsupported',
  'error',
  'The version of the format must be the number 1.',
);
const VERSION_REPEATED = lineFault('version-repeated', 'error', 'Only the first line can be a version line.');
const UNKNOWN_TYPE = {
  ...lineFault(
    'unknown-type',
    'error',
    `The type of a line must be one of ${Object.keys(LINE_TYPES).join(', ')}.`,
  ),
  byValue: true,
};

const holderMissing = byName((type) =>
  lineFault(
    'holder-missing',
    'error',
    `The fields of a ${type} line must be in an object under "${type}".`,
    `Use {"type":"${type}","${type}":{…}}.`,
  ),
);

const newerType = byName((type) =>
  lineFault('not-in-specification', 'strict', `Lines of type ${type} are an extension of the format.`),
);

const outOfOrder = byNames((type, highest) =>
  lineFault(
    'out-of-order',
    'lenient',
    `Lines of type ${type} must come before lines of type ${highest}. They are imported in the order of the file.`,
  ),
);

function byName(make: (name: string) => Fault): (name: string) => Fault {
  const faults = new Map<string, Fault>();
  return (name) => {
    const fault = faults.get(name) ?? make(name);
    faults.set(name, fault);
    return fault;
  };
}

function byNames(make: (a: string, b: string) => Fault): (a: string, b: string) => Fault {
  const faults = byName((both) => make(...(both.split(' ') as [string, string])));
  return (a, b) => faults(`${a} ${b}`);
}
