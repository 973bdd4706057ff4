import type {Channels} from '../../messaging/channels/channels.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import type {IntegrationCalls} from '../integration-calls/integration-calls.ts';
import type {TriggerIds} from '../trigger-ids/trigger-ids.ts';
import {type CommandResponse, parseCommandResponse} from './command-response.ts';
import {commandFailed, commandReturnedError} from './errors.ts';
import {selectMentioned, startCommandCall} from './store.ts';

/** A command that a user entered. */
export interface CommandInvocation {
  /** The word after the slash, in lower case. */
  trigger: string;
  /** The text after the command. */
  text: string;
  channelId: string;
  teamId: string;
  rootId: string;
}

/** Calls the integrations of slash commands (docs/slash-commands.md#the-request). */
export function createCommandCalls({
  database,
  config,
  integrationCalls,
  triggerIds,
  channels,
  sealing,
  visibility,
}: {
  database: Database;
  config: Config;
  integrationCalls: IntegrationCalls;
  triggerIds: TriggerIds;
  channels: Channels;
  sealing: Sealing;
  visibility: Visibility;
}) {
  const tokens = sealing.column('Commands', 'Token');

  /** The users and channels that a text mentions. Only includes users whom the actor may see. */
  async function mentionedIn({text, teamId}: CommandInvocation, actor: Session) {
    const [usernames, channelNames] = [namesAfter('@', text), namesAfter('~', text)];
    if (usernames.length + channelNames.length === 0) return [];
    const found = await selectMentioned(database, {usernames, channelNames, teamId});
    const [users, others] = [found.filter(isUser), found.filter((one) => !isUser(one))];
    return [...(await visibility.only(actor, users)), ...others];
  }

  /** Stores the call and builds its request; undefined if the team has no such command. */
  async function requestOf(invocation: CommandInvocation, actor: Session) {
    const {triggerId, clientTriggerId, createAt} = await triggerIds.sign(actor.userId);
    const responseId = newId();
    const [command, channel, mentioned] = await Promise.all([
      startCommandCall(database, {
        ...invocation,
        userId: actor.userId,
        clientTriggerId,
        responseId,
        createAt,
      }),
      channels.byId(invocation.channelId),
      mentionedIn(invocation, actor),
    ]);
    if (!command) return undefined;
    const token = tokens.open(command.id, command.token);
    const fields = new URLSearchParams({
      token,
      team_id: command.teamid,
      team_domain: command.teamname,
      channel_id: channel.id,
      channel_name: channel.name,
      user_id: actor.userId,
      user_name: actor.username,
      command: `/${invocation.trigger}`,
      text: invocation.text,
      trigger_id: triggerId,
      root_id: invocation.rootId,
      response_url: `${siteUrl(config.get())}/hooks/commands/${responseId}`,
    });
    for (const {kind, id, name} of mentioned) {
      fields.append(`${kind}_mentions`, name);
      fields.append(`${kind}_mentions_ids`, id);
    }
    return {command, token, fields, clientTriggerId};
  }

  return {
    /**
     * Calls the integration of a team's command and parses its response; undefined if the team has no such command.
     *
     * @throws AppError 500 with the command and the reason
     */
    async call(invocation: CommandInvocation, actor: Session) {
      const request = await requestOf(invocation, actor);
      if (!request) return undefined;
      const {command, token, fields, clientTriggerId} = request;
      const isGet = command.method === 'G';
      const url = isGet ? `${command.url}${command.url.includes('?') ? '&' : '?'}${fields}` : command.url;
      const answer = await integrationCalls.send(
        actor,
        {
          method: isGet ? 'GET' : 'POST',
          url,
          headers: {
            accept: 'application/json',
            authorization: `Token ${token}`,
            ...(isGet ? {} : {'content-type': 'application/x-www-form-urlencoded'}),
          },
          ...(isGet ? {} : {body: fields.toString()}),
          purpose: 'slash-command',
        },
        {
          noResponse: (message, cause) => commandFailed(invocation.trigger, message, cause),
          badStatus: (status) => commandReturnedError(invocation.trigger, status),
        },
      );
      const response = parseResponse(invocation.trigger, answer.headers['content-type'], answer.body);
      return {command, response, clientTriggerId};
    },
  };
}

function parseResponse(
  trigger: string,
  contentType: string | string[] | undefined,
  body: Buffer,
): CommandResponse {
  try {
    return parseCommandResponse(
      Array.isArray(contentType) ? contentType[0] : contentType,
      body.toString('utf8'),
    );
  } catch (error) {
    throw commandFailed(trigger, 'The integration returned invalid JSON.', error);
  }
}

const isUser = ({kind}: {kind: 'user' | 'channel'}) => kind === 'user';

/** The names after a mark in a text, without duplicates, at most a hundred. */
function namesAfter(mark: '@' | '~', text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@~])([@~])([a-z0-9._-]+)/gi)]
    .filter((match) => match[1] === mark)
    .map((match) => match[2]!.toLowerCase().replace(/[.]+$/, ''));
  return [...new Set(names)].slice(0, 100);
}
