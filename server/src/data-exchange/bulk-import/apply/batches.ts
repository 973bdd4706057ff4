import type {PrefixDigest} from '../../../platform/formats/prefix-digest.ts';
import type {Findings} from '../findings.ts';
import type {LineType} from '../format/objects.ts';
import type {ObjectLine} from '../parse-lines.ts';
import type {CheckedBlock} from '../read-objects.ts';
import type {FilePosition} from './import-state.ts';

/** Lines of one stage that are written together, in the order of the file. */
export interface LineBatch {
  stage: Stage;
  lines: ObjectLine[];
  /** The position after the last of these lines. */
  end: FilePosition;
}

/**
 * The type of lines that are written together. Posts and direct channels are one stage, because real files mix them
 * (docs/specification.md#order-of-lines).
 */
export type Stage = Exclude<LineType, 'direct_post' | 'direct_channel'>;

const MAX_LINES = 1_000;
// Limits lines that create many rows: posts with replies, and people in hundreds of channels.
const MAX_ROWS = 2_000;

function stageOf(type: LineType): Stage {
  return type === 'direct_post' || type === 'direct_channel' ? 'post' : type;
}

/**
 * Splits checked lines into batches: at a change of stage, when a batch is full, and before a second line about the
 * same object, which needs the result of the first. Stops before the first line with an error.
 *
 * @param boundary a batch always ends after this line
 */
export async function* splitIntoBatches(
  blocks: AsyncIterable<CheckedBlock>,
  {findings, digest, boundary}: {findings: Findings; digest: PrefixDigest; boundary: number},
): AsyncGenerator<LineBatch, void, undefined> {
  let lines: ObjectLine[] = [];
  let names = new Set<string>();
  let rows = 0;

  function take(): LineBatch {
    const last = lines.at(-1)!;
    const batch = {
      stage: stageOf(last.type),
      lines,
      end: {lines: last.number, bytes: last.end, sha256: digest.at(last.end)},
    };
    lines = [];
    names = new Set();
    rows = 0;
    return batch;
  }

  for await (const {objects} of blocks) {
    for (const line of objects) {
      if (findings.firstErrorLine !== undefined && line.number >= findings.firstErrorLine) break;
      const name = nameOf(line);
      const cut =
        lines.length >= MAX_LINES ||
        rows >= MAX_ROWS ||
        (lines.length > 0 && stageOf(lines[0]!.type) !== stageOf(line.type)) ||
        (name !== undefined && names.has(name)) ||
        (lines.length > 0 && lines.at(-1)!.number <= boundary && line.number > boundary);
      if (cut) yield take();
      lines.push(line);
      rows += rowsOf(line);
      if (name !== undefined) names.add(name);
    }
    if (findings.firstErrorLine !== undefined) break;
  }
  if (lines.length > 0) yield take();
}

/** The approximate number of rows that a line creates. */
function rowsOf({type, object}: ObjectLine): number {
  switch (type) {
    case 'post':
    case 'direct_post':
      return 1 + (object.replies?.length ?? 0);
    case 'user':
      return (object.teams ?? []).reduce((sum, {channels}) => sum + 1 + (channels?.length ?? 0), 1);
    default:
      return 1;
  }
}

/** Identifies the object of a line. Duplicate posts are detected later. */
function nameOf({type, object}: ObjectLine): string | undefined {
  switch (type) {
    case 'scheme':
    case 'role':
    case 'emoji':
    case 'team':
      return object.name;
    case 'channel':
      return `${object.team.toLowerCase()} ${object.name}`;
    case 'user':
    case 'bot':
      return object.username;
    default:
      return undefined;
  }
}
