import type {Channels} from '../../messaging/channels/channels.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/ids/ids.ts';
import {OutboundError, type OutboundHttp} from '../../platform/outbound-http/outbound-http.ts';
import type {TriggerIds} from '../trigger-ids/trigger-ids.ts';
import {type CommandResponse, readCommandResponse} from './command-response.ts';
import {commandAnsweredBadly, commandFailed} from './errors.ts';
import {beginCommandCall, selectMentioned} from './store.ts';

/** A command as a user gave it. */
export interface GivenCommand {
  /** The word after the slash, in lower case. */
  trigger: string;
  /** What follows the word. */
  text: string;
  channelId: string;
  teamId: string;
  rootId: string;
}

/** Calls the integrations behind slash commands (reference facts, section 4: the request and its fields). */
export function createCommandCalls({
  database,
  config,
  outboundHttp,
  triggerIds,
  channels,
}: {
  database: Database;
  config: Config;
  outboundHttp: OutboundHttp;
  triggerIds: TriggerIds;
  channels: Channels;
}) {
  function mentionedIn({text, teamId}: GivenCommand) {
    const [usernames, channelNames] = [namesAfter('@', text), namesAfter('~', text)];
    if (usernames.length + channelNames.length === 0) return [];
    return selectMentioned(database, {usernames, channelNames, teamId});
  }

  /** What the integration is sent, once all of that is stored; undefined if the team has no such command. */
  async function requestOf(given: GivenCommand, actor: Session) {
    const {triggerId, clientTriggerId, createAt} = await triggerIds.sign(actor.userId);
    const responseId = newId();
    const [command, channel, mentioned] = await Promise.all([
      beginCommandCall(database, {
        ...given,
        userId: actor.userId,
        clientTriggerId,
        responseId,
        createAt,
      }),
      channels.byId(given.channelId),
      mentionedIn(given),
    ]);
    if (!command) return undefined;
    const fields = new URLSearchParams({
      token: command.token,
      team_id: command.teamid,
      team_domain: command.teamname,
      channel_id: channel.id,
      channel_name: channel.name,
      user_id: actor.userId,
      user_name: actor.username,
      command: `/${given.trigger}`,
      text: given.text,
      trigger_id: triggerId,
      root_id: given.rootId,
      response_url: `${siteUrl(config.get())}/hooks/commands/${responseId}`,
    });
    for (const {kind, id, name} of mentioned) {
      fields.append(`${kind}_mentions`, name);
      fields.append(`${kind}_mentions_ids`, id);
    }
    return {command, fields, clientTriggerId};
  }

  return {
    /**
     * Calls the integration of a team's command and reads its answer; undefined if the team has no such command.
     *
     * @throws AppError 500 that names the command and says what happened.
     */
    async call(given: GivenCommand, actor: Session) {
      const request = await requestOf(given, actor);
      if (!request) return undefined;
      const {command, fields, clientTriggerId} = request;
      const isGet = command.method === 'G';
      const url = isGet ? `${command.url}${command.url.includes('?') ? '&' : '?'}${fields}` : command.url;
      const answer = await outboundHttp
        .request({
          method: isGet ? 'GET' : 'POST',
          url,
          headers: {
            accept: 'application/json',
            authorization: `Token ${command.token}`,
            ...(isGet ? {} : {'content-type': 'application/x-www-form-urlencoded'}),
          },
          ...(isGet ? {} : {body: fields.toString()}),
          purpose: 'slash-command',
        })
        .catch((error: unknown) => {
          throw error instanceof OutboundError ? commandFailed(given.trigger, error.message, error) : error;
        });
      if (answer.status !== 200) throw commandAnsweredBadly(given.trigger, answer.status);
      const response = readAnswer(given.trigger, answer.headers['content-type'], answer.body);
      return {command, response, clientTriggerId};
    },
  };
}

function readAnswer(
  trigger: string,
  contentType: string | string[] | undefined,
  body: Buffer,
): CommandResponse {
  try {
    return readCommandResponse(
      Array.isArray(contentType) ? contentType[0] : contentType,
      body.toString('utf8'),
    );
  } catch (error) {
    throw commandFailed(trigger, 'Its integration answered with JSON that cannot be read.', error);
  }
}

/** The names that stand behind a mark in a text, each once; at most a hundred. */
function namesAfter(mark: '@' | '~', text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@~])([@~])([a-z0-9._-]+)/gi)]
    .filter((match) => match[1] === mark)
    .map((match) => match[2]!.toLowerCase().replace(/[.]+$/, ''));
  return [...new Set(names)].slice(0, 100);
}
