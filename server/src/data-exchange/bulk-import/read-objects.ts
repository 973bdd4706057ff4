import {AppError} from '../../platform/errors/app-error.ts';
import {type LinePosition, readLines} from '../../platform/formats/jsonl.ts';
import type {Fault, Findings} from './findings.ts';
import {createLineParser, type Generator, type ObjectLine} from './parse-lines.ts';

/** A block of checked lines, in order. */
export interface CheckedBlock {
  objects: ObjectLine[];
  /** Number of the last line read. */
  lastLine: number;
}

/** Checks lines against their context, and marks those that fail. */
export interface LineChecker {
  check(lines: readonly ObjectLine[]): Promise<void>;
}

/**
 * Reads a stream of lines to its end and checks them in blocks, one per chunk of the stream. Damage of the stream
 * itself, such as truncated gzip, is also a finding, and ends the reading.
 */
export async function* readObjects(
  chunks: AsyncIterable<Uint8Array>,
  {
    findings,
    checkers,
    from,
    onGenerator,
  }: {
    findings: Findings;
    checkers: readonly LineChecker[];
    from?: LinePosition | undefined;
    onGenerator?: (generator: Generator) => void;
  },
): AsyncGenerator<CheckedBlock, void, undefined> {
  const parser = createLineParser(findings, {resumed: (from?.lines ?? 0) > 0, onGenerator});
  let lastLine = from?.lines ?? 0;
  const onByteOrderMark = () => findings.report(BYTE_ORDER_MARK, 1, '');
  const blocks = readLines(chunks, {from, onByteOrderMark});
  for (;;) {
    let block: Awaited<ReturnType<typeof blocks.next>>;
    try {
      block = await blocks.next();
    } catch (error) {
      if (!isDamage(error)) throw error;
      findings.report(DAMAGED, lastLine + 1, '', (error as Error).message);
      return;
    }
    if (block.done) break;
    const objects: ObjectLine[] = [];
    for (const line of block.value) {
      const object = parser.parse(line);
      if (object !== undefined) objects.push(object);
    }
    lastLine = block.value.at(-1)!.number;
    for (const checker of checkers) await checker.check(objects);
    yield {objects, lastLine};
  }
  parser.finish();
}

/** Whether a stream failed because of its content, not because of the system. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && !(error instanceof AppError) && !('syscall' in error);
}

const BYTE_ORDER_MARK: Fault = {
  rule: 'byte-order-mark',
  level: 'lenient',
  object: '',
  field: '',
  demand: 'The file must start with the version line. The byte order mark before it is ignored.',
};

const DAMAGED: Fault = {
  rule: 'damaged',
  level: 'error',
  object: '',
  field: '',
  demand: 'The file is damaged. Nothing after this line could be read.',
};
