import {storableText} from '../../platform/database/storable-text.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {isJsonObject} from '../../platform/json/json.ts';

/** What an integration answers to a command (reference facts, section 4). */
export interface CommandResponse {
  responseType: 'ephemeral' | 'in_channel';
  text: string;
  username: string;
  iconUrl: string;
  channelId: string;
  type: string;
  props: Record<string, unknown>;
  attachments: unknown[];
  gotoLocation: string;
  skipSlackParsing: boolean;
  extraResponses: CommandResponse[];
}

// One answer says one thing and perhaps a few more; whoever sends more is not answering a command.
const MAX_EXTRA_RESPONSES = 20;

/** An answer that is this text, for the user alone. */
export function textResponse(text: string): CommandResponse {
  return {...EMPTY, text};
}

const EMPTY: CommandResponse = {
  responseType: 'ephemeral',
  text: '',
  username: '',
  iconUrl: '',
  channelId: '',
  type: '',
  props: {},
  attachments: [],
  gotoLocation: '',
  skipSlackParsing: false,
  extraResponses: [],
};

/**
 * Reads an answer. It is JSON only if the content type says so; everything else is its text. Members of a wrong type
 * count as absent.
 *
 * @throws AppError 400 when what calls itself JSON is none, or nests too deep
 */
export function readCommandResponse(contentType: string | undefined, body: string): CommandResponse {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    return textResponse(storableText(body));
  return body.trim() === '' ? EMPTY : fromValue(parseJson(body), true);
}

/** The same of a value that was JSON. */
export function commandResponseOf(value: unknown): CommandResponse {
  return fromValue(value, true);
}

function fromValue(value: unknown, withExtras: boolean): CommandResponse {
  if (!isJsonObject(value)) return EMPTY;
  const extras = withExtras && Array.isArray(value.extra_responses) ? value.extra_responses : [];
  return {
    responseType: value.response_type === 'in_channel' ? 'in_channel' : 'ephemeral',
    text: textOf(value.text),
    username: textOf(value.username),
    iconUrl: textOf(value.icon_url),
    channelId: textOf(value.channel_id),
    type: textOf(value.type),
    props: isJsonObject(value.props) ? value.props : {},
    attachments: Array.isArray(value.attachments) ? value.attachments : [],
    gotoLocation: textOf(value.goto_location),
    skipSlackParsing: value.skip_slack_parsing === true,
    extraResponses: extras.slice(0, MAX_EXTRA_RESPONSES).map((extra) => fromValue(extra, false)),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
