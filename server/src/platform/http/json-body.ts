import {storableText} from '../database/storable-text.ts';
import {AppError} from '../errors/app-error.ts';

/** The maximum nesting depth of arrays and objects in a body (docs/specification.md#request-limits). */
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
 * Parses JSON from a client. Characters that PostgreSQL can't store (U+0000, lone surrogates) are replaced with U+FFFD, so
 * that the rest of the code never sees them. An empty text is `null`.
 *
 * @throws AppError 400 if the text is not JSON, or is nested deeper than {@link MAX_JSON_DEPTH}
 */
export function parseJson(text: string): unknown {
  if (text.length === 0) return null;
  if (exceedsDepth(text)) throw invalidJson(`It is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidJson(syntaxErrorReason(error as SyntaxError));
  }
  return UNSTORABLE_ESCAPE.test(text) ? replaceUnstorable(value) : value;
}

// Only the position of the error: the parser's message quotes the text around it, which could be a secret.
function syntaxErrorReason({message}: SyntaxError): string {
  const place = /\(line (\d+) column (\d+)\)/.exec(message);
  if (place) return `It is invalid at line ${place[1]}, column ${place[2]}.`;
  const token = /^Unexpected token '(.)'/su.exec(message);
  return token ? `It is invalid: unexpected ${JSON.stringify(token[1])}.` : 'It is incomplete.';
}

// Both can only occur as escapes: a raw U+0000 is not valid JSON, and UTF-8 decoding replaces raw surrogates.
const UNSTORABLE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** Replaces U+0000 and lone surrogates in all strings and keys with U+FFFD. */
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

// Counts brackets outside strings in one pass. There is no recursion, so malicious input can't exhaust the stack.
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
