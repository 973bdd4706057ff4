import type {Tracing} from '../tracing/tracing.ts';
import type {Query} from './sql.ts';

/** Characters of a statement in a trace. */
const MAX_TEXT = 500;

/** Runs a statement as a span with its name or its shortened text, never its parameters. */
export function traceStatement<T>(traces: Tracing, {name, text}: Query, send: () => Promise<T>): Promise<T> {
  const shortened = text.replaceAll(/\s+/g, ' ').trim();
  const operation = /^\w+/.exec(shortened)?.[0].toLowerCase() ?? 'statement';
  return traces.inSpan(
    {
      name: name ?? operation,
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        // A few statements have values in their text, because PostgreSQL doesn't support parameters there.
        'db.query.text': shortened.replaceAll(/'(?:[^']|'')*'/g, "'?'").slice(0, MAX_TEXT),
      },
    },
    send,
  );
}
