import {storableText} from '../../platform/database/storable-text.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {unparsable} from './errors.ts';
import {kindOf, lowerKeys, parsePayload, type WebhookPayload} from './payload.ts';
import {repairJson} from './tolerant-json.ts';

const MULTIPART = 'multipart/form-data';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Parses the body of a webhook request: JSON with any content type, a form whose field `payload` contains JSON, or a
 * multipart form with the fields of the payload (docs/specification.md#reading-a-request).
 *
 * @throws AppError 400 with the documented text if parsing fails; its `path` has the location (docs/webhooks.md#errors)
 */
export async function parseWebhookBody(
  contentType: string | undefined,
  body: Buffer,
): Promise<WebhookPayload> {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === MULTIPART) return parsePayload(await readMultipart(contentType!, body));
  const text = body.toString('utf8');
  // `curl -d '{…}'` labels JSON as a form.
  const isForm = mediaType === FORM && !text.trimStart().startsWith('{');
  if (isForm) return parsePayload(parseObject(fieldPayload(text)));
  return parsePayload(parseObject(text));
}

function fieldPayload(form: string): string {
  const payload = new URLSearchParams(form).get('payload');
  if (payload === null) throw unparsable('The form has no field "payload" with the JSON.');
  return payload;
}

// `type/subtype`, then parameters. Anything else is rejected as malformed, as in Mattermost.
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
    // PostgreSQL cannot store some characters. They are replaced in JSON as well.
    const [name, value] = [storableText(rawName), storableText(rawValue)];
    const member = name.toLowerCase();
    const attachmentField = ATTACHMENT_FIELD.exec(member);
    if (attachmentField) {
      const position = Number(attachmentField[1]);
      attachments[position] = {...attachments[position], [attachmentField[2]!]: value};
    } else members[MULTIPART_NAMES.get(member) ?? member] = value;
  }
  return attachments.length > 0 ? {...members, attachments} : members;
}

// Forms have at most about a hundred fields, so a higher position is an attack.
const ATTACHMENT_FIELD = /^attachments\.(\d{1,2})\.(\w+)$/;

// Mattermost's names of these fields in multipart forms.
const MULTIPART_NAMES: ReadonlyMap<string, string> = new Map([
  ['iconurl', 'icon_url'],
  ['iconemoji', 'icon_emoji'],
  ['channelname', 'channel'],
]);

/** Parses the first JSON value as an object and converts its keys to lower case. `null` is an empty object. */
function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    try {
      value = parseJson(repairJson(text));
    } catch (error) {
      throw unparsable((error as AppError).message);
    }
  }
  if (value === null) return {};
  if (!isJsonObject(value)) throw unparsable(`The payload must be a JSON object, not ${kindOf(value)}.`);
  return lowerKeys(value);
}
