import Type from 'typebox';
import {storableText} from '../../platform/database/storable-text.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {pickFields} from '../integration-calls/integration-calls.ts';

/** An integration's response to a command (docs/slash-commands.md#your-response). */
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

// A response contains one message and perhaps a few more. The limit prevents abuse.
const MAX_EXTRA_RESPONSES = 20;

/** A text response that only the user sees. */
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

const Response = Type.Object({
  response_type: Type.String(),
  text: Type.String(),
  username: Type.String(),
  icon_url: Type.String(),
  channel_id: Type.String(),
  type: Type.String(),
  props: Type.Record(Type.String(), Type.Unknown()),
  attachments: Type.Array(Type.Unknown()),
  goto_location: Type.String(),
  skip_slack_parsing: Type.Boolean(),
  extra_responses: Type.Array(Type.Unknown()),
});

/**
 * Parses a response. It is only JSON if the content type says so; otherwise it is text. Fields of a wrong type count as
 * absent.
 *
 * @throws AppError 400 if JSON is invalid or nested too deeply
 */
export function parseCommandResponse(contentType: string | undefined, body: string): CommandResponse {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    return textResponse(storableText(body));
  return body.trim() === '' ? EMPTY : fromValue(parseJson(body), true);
}

/** Converts parsed JSON to a response. */
export function commandResponseOf(value: unknown): CommandResponse {
  return fromValue(value, true);
}

function fromValue(value: unknown, withExtras: boolean): CommandResponse {
  const response = pickFields(Response, value);
  const extras = (withExtras && response.extra_responses) || [];
  return {
    responseType: response.response_type === 'in_channel' ? 'in_channel' : 'ephemeral',
    text: response.text ?? '',
    username: response.username ?? '',
    iconUrl: response.icon_url ?? '',
    channelId: response.channel_id ?? '',
    type: response.type ?? '',
    props: response.props ?? {},
    attachments: response.attachments ?? [],
    gotoLocation: response.goto_location ?? '',
    skipSlackParsing: response.skip_slack_parsing ?? false,
    extraResponses: extras.slice(0, MAX_EXTRA_RESPONSES).map((extra) => fromValue(extra, false)),
  };
}
