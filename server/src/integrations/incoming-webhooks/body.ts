import {storableText} from '../../platform/database/storable-text.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {unparsable} from './errors.ts';
import {kindOf, lowerKeys, readPayload, type WebhookPayload} from './payload.ts';
import {mendJson} from './tolerant-json.ts';

const MULTIPART = 'multipart/form-data';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads the body of a request to a webhook: JSON with any content type, a form whose field `payload` contains JSON, or
 * a multipart form whose fields are those of the payload (docs/specification.md#reading-a-request).
 *
 * @throws AppError 400 with the documented text if it can't be parsed; its `path` says where (docs/webhooks.md#errors).
 */
export async function parseWebhookBody(
  contentType: string | undefined,
  body: Buffer,
): Promise<WebhookPayload> {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === MULTIPART) return readPayload(await readMultipart(contentType!, body));
  const text = body.toString('utf8');
  // `curl -d '{…}'` calls its JSON a form.
  const isForm = mediaType === FORM && !text.trimStart().startsWith('{');
  if (isForm) return readPayload(parseObject(fieldPayload(text)));
  return readPayload(parseObject(text));
}

function fieldPayload(form: string): string {
  const payload = new URLSearchParams(form).get('payload');
  if (payload === null) throw unparsable('The form has no field "payload", which holds the JSON.');
  return payload;
}

// `type/subtype`, then parameters; anything else is malformed and refused, as on the reference server.
const MEDIA_TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;.*)?$/;

function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType.trim() === '') return '';
  const match = MEDIA_TYPE.exec(contentType);
  if (!match) throw unparsable(`The content type "${contentType}" is malformed.`);
  return match[1]!.toLowerCase();
}

async function readMultipart(contentType: string, body: Buffer): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), {headers: {'content-type': contentType}}).formData();
  } catch (error) {
    throw new AppError({
      id: 'api.webhook.incoming.error',
      message: 'Could not decode the multipart payload of incoming webhook.',
      status: 400,
      cause: error,
    });
  }
  const payload = form.get('payload');
  if (typeof payload === 'string') return parseObject(payload);
  const members: Record<string, unknown> = {};
  const attachments: Record<string, string>[] = [];
  for (const [rawName, rawValue] of form) {
    if (typeof rawValue !== 'string') continue;
    // What is sent as JSON has no characters either that PostgreSQL cannot store.
    const [name, value] = [storableText(rawName), storableText(rawValue)];
    const [member, index, field] = name.toLowerCase().split('.') as [string, string?, string?];
    if (member === 'attachments' && field !== undefined) {
      const position = Number(index);
      // One form has at most a hundred fields or so: a position beyond is no list but an attack.
      if (Number.isInteger(position) && position >= 0 && position < 100) {
        attachments[position] = {...attachments[position], [field]: value};
      }
    } else members[MULTIPART_NAMES.get(member) ?? member] = value;
  }
  return attachments.length > 0 ? {...members, attachments} : members;
}

// The reference server's own names of these members inside a multipart form.
const MULTIPART_NAMES: ReadonlyMap<string, string> = new Map([
  ['iconurl', 'icon_url'],
  ['iconemoji', 'icon_emoji'],
  ['channelname', 'channel'],
]);

/** The first JSON value as an object with keys in lower case; `null` is an empty one. */
function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    try {
      value = parseJson(mendJson(text));
    } catch (error) {
      throw unparsable((error as AppError).message);
    }
  }
  if (value === null) return {};
  if (!isJsonObject(value)) throw unparsable(`The payload is a JSON object, and not ${kindOf(value)}.`);
  return lowerKeys(value);
}
