import type {PrefixDigest} from '../../../platform/formats/prefix-digest.ts';
import type {Findings} from '../findings.ts';
import type {LineType} from '../format/objects.ts';
import type {ObjectLine} from '../parse-lines.ts';
import type {CheckedBlock} from '../read-objects.ts';
import type {FilePosition} from './import-state.ts';

/** Lines that are written together: the types of one stage, in the order of the file. */
export interface LineBatch {
  stage: Stage;
  lines: ObjectLine[];
  /** Behind the last of these lines. */
  end: FilePosition;
}

/**
 * The lines that are written together. Posts and direct channels are one stage, because real files mix them
 * (docs/specification.md#order-of-lines).
 */
export type Stage = Exclude<LineType, 'direct_post' | 'direct_channel'>;

const MAX_LINES = 1_000;
// Replies make rows as posts do, and memberships as people: a person may be in hundreds of channels.
const MAX_ROWS = 2_000;

function stageOf(type: LineType): Stage {
  return type === 'direct_post' || type === 'direct_channel' ? 'post' : type;
}

/**
 * Cuts checked lines into batches: at a change of stage, when one is full, and before a second line of one object, so
 * that the second finds what the first has brought. It ends before the first line that has an error.
 *
 * @param boundary a line behind which a batch ends in any case
 */
export async function* cutIntoBatches(
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

/** About how many rows a line makes. */
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

/** What is the same in two lines of one object. Posts find out by themselves. */
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
