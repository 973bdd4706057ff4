import {storableText} from '../database/storable-text.ts';
import {AppError} from '../errors/app-error.ts';

/** How deep arrays and objects in a body can be nested (docs/specification.md#request-limits). */
const MAX_JSON_DEPTH = 64;

function invalidJson(reason: string): AppError {
  return new AppError({
    id: 'api.context.invalid_body_param.app_error',
    message: `Invalid or missing JSON in request body. ${reason}`,
    status: 400,
    path: 'body',
  });
}

/**
 * Parses a JSON text that came from outside. Text that PostgreSQL cannot hold (U+0000, lone surrogates) is
 * replaced by U+FFFD, so that nothing behind the edge meets it. An empty text is `null`.
 *
 * @throws AppError 400 when the text is not JSON, or nests deeper than {@link MAX_JSON_DEPTH}.
 */
export function parseJson(text: string): unknown {
  if (text.length === 0) return null;
  if (exceedsDepth(text)) throw invalidJson(`It is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidJson(whereItFails(error as SyntaxError));
  }
  return UNSTORABLE_ESCAPE.test(text) ? replaceUnstorable(value) : value;
}

// The parser's own message quotes the text around the fault, which may be a secret: only the place is taken.
function whereItFails({message}: SyntaxError): string {
  const place = /\(line (\d+) column (\d+)\)/.exec(message);
  if (place) return `It is not valid at line ${place[1]}, column ${place[2]}.`;
  const token = /^Unexpected token '(.)'/su.exec(message);
  return token ? `It is not valid: unexpected ${JSON.stringify(token[1])}.` : 'It ends too early.';
}

// Both arrive only as escapes: a raw U+0000 is no JSON, and UTF-8 decoding has replaced a raw surrogate.
const UNSTORABLE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** The same value with every U+0000 and lone surrogate in its strings and keys replaced by U+FFFD. */
function replaceUnstorable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(replaceUnstorable);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [storableText(key), replaceUnstorable(inner)]),
    );
  }
  return value;
}

// Counts brackets outside strings; one pass, no recursion, so a hostile text cannot exhaust the stack.
function exceedsDepth(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
