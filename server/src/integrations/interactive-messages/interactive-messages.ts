import Type from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import {normalizeAttachments} from '../../messaging/message-attachments/message-attachments.ts';
import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {type PostAuthor, type PostPatch, type Posts, pickOrigin} from '../../messaging/posts/posts.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Teams} from '../../messaging/teams/teams.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {type CallErrors, type IntegrationCalls, pickFields} from '../integration-calls/integration-calls.ts';
import type {IntegrationPosts} from '../integration-posts/integration-posts.ts';
import {POLL_ACTION, type Polls} from '../polls/polls.ts';
import type {TriggerIds} from '../trigger-ids/trigger-ids.ts';
import type {ActionCookies, SealedAction} from './action-cookies.ts';
import {beginAction} from './store.ts';

/** An integration's response to an action. */
interface ActionResponse {
  update: PostPatch | undefined;
  ephemeralText: string;
  skipSlackParsing: boolean;
}

export type InteractiveMessages = ReturnType<typeof createInteractiveMessages>;

/** Buttons and menus under posts (docs/specification.md#interactive-messages). */
export function createInteractiveMessages({
  database,
  integrationCalls,
  triggerIds,
  actionCookies,
  integrationPosts,
  permissions,
  onBehalf,
  channels,
  teams,
  posts,
  polls,
}: {
  database: Database;
  integrationCalls: IntegrationCalls;
  triggerIds: TriggerIds;
  actionCookies: ActionCookies;
  integrationPosts: IntegrationPosts;
  permissions: Permissions;
  onBehalf: OnBehalf;
  channels: Channels;
  teams: Teams;
  posts: Posts;
  polls: Polls;
}) {
  /** Finds the action, in the stored post or in the cookie, and issues a trigger for it. */
  async function prepareAction(actor: Session, postId: string, actionId: string, cookie: string) {
    const trigger = await triggerIds.sign(actor.userId);
    const post = await beginAction(database, postId, trigger, actor.userId);
    if (post) {
      const action = normalizeAttachments(post.props.attachments)
        .flatMap((attachment) => attachment.actions ?? [])
        .find((candidate) => candidate.id === actionId);
      if (!action?.integration || action.disabled) throw unknownAction(actionId);
      return {
        isStored: true,
        trigger,
        teamName: post.teamname ?? '',
        action: {
          postId,
          channelId: post.channelid,
          rootId: post.rootid,
          type: action.type,
          dataSource: action.data_source ?? '',
          integration: action.integration,
          author: {userId: post.userid, origin: pickOrigin(post.props)},
        } satisfies SealedAction,
      };
    }
    if (cookie === '') throw unknownAction(actionId);
    const sealed = await actionCookies.open(cookie);
    if (!sealed || sealed.postId !== postId)
      throw integrationError('The cookie of this action is not from this server.');
    const {teamid} = await channels.byId(sealed.channelId);
    return {
      isStored: false,
      trigger: await triggerIds.issue({userId: actor.userId, channelId: sealed.channelId, teamId: teamid}),
      teamName: teamid === '' ? '' : (await teams.byId(teamid)).name,
      action: sealed,
    };
  }

  async function call(
    {action, teamName, trigger}: Awaited<ReturnType<typeof prepareAction>>,
    actor: Session,
    selectedOption: string,
  ) {
    const channel = await channels.byId(action.channelId);
    const isSelect = action.type === 'select';
    const context = {...action.integration.context, ...(isSelect ? {selected_option: selectedOption} : {})};
    const value = {
      user_id: actor.userId,
      user_name: actor.username,
      channel_id: channel.id,
      channel_name: channel.name,
      team_id: channel.teamid,
      team_domain: teamName,
      post_id: action.postId,
      trigger_id: trigger.triggerId,
      type: action.type,
      data_source: action.dataSource,
      context,
    };
    const {url} = action.integration;
    return readResponse(
      await integrationCalls.postJson(actor, {url, value, purpose: 'message-action'}, callErrors),
    );
  }

  return {
    /**
     * Performs an action of a post for a user.
     *
     * @throws AppError 403, 404 for an unknown action, 400 if the integration failed
     */
    async act(
      actor: Session,
      {
        postId,
        actionId,
        selectedOption,
        cookie,
      }: {
        postId: string;
        actionId: string;
        selectedOption: string;
        cookie: string;
      },
    ): Promise<{clientTriggerId: string}> {
      const prepared = await prepareAction(actor, postId, actionId, cookie);
      const {action, isStored, trigger} = prepared;
      await permissions.require(actor, 'read_channel_content', {channelId: action.channelId});
      const {url, context = {}} = action.integration;
      if (url === POLL_ACTION) {
        if (!isStored) throw unknownAction(actionId);
        const message = await polls.act(actor, {postId, channelId: action.channelId, context});
        // Without the name of an integration, because the server itself answers.
        await posts.ephemeral(actor.userId, {
          channelId: action.channelId,
          authorId: actor.userId,
          message,
          rootId: action.rootId,
        });
        return {clientTriggerId: trigger.clientTriggerId};
      }
      const response = await call(prepared, actor, selectedOption);
      if (response.update) {
        if (!isStored) throw ephemeralUpdate();
        await posts.patch(postId, response.update, {byPerson: false});
      }
      // The call may have taken half a minute, during which the user may have left the channel.
      const hasLeft = await onBehalf.readDenial(actor.userId, action.channelId);
      if (response.ephemeralText !== '' && !hasLeft) {
        await integrationPosts.show(
          {channelId: action.channelId, userId: actor.userId, author: asIntegration(action.author)},
          {
            text: response.ephemeralText,
            attachments: [],
            props: {},
            rootId: action.rootId,
            usernames: [],
            iconUrls: [],
            skipSlackParsing: response.skipSlackParsing,
          },
        );
      }
      return {clientTriggerId: trigger.clientTriggerId};
    },
  };
}

/** The author, marked as an integration, because the account itself didn't write the response. */
function asIntegration(author: PostAuthor | undefined): PostAuthor | undefined {
  return author && {...author, origin: {from_webhook: 'true', ...author.origin}};
}

const Response = Type.Object({
  update: Type.Record(Type.String(), Type.Unknown()),
  ephemeral_text: Type.String(),
  error: Type.String(),
  skip_slack_parsing: Type.Boolean(),
});

const Update = Type.Object({message: Type.String(), props: Type.Record(Type.String(), Type.Unknown())});

/** The number of characters of an integration's error that the person sees. */
const MAX_ERROR = 1000;

/** Fields of a wrong type count as absent. The response may be empty. */
function readResponse(text: string): ActionResponse {
  let value: unknown = {};
  try {
    if (text.trim() !== '') value = parseJson(text);
  } catch (error) {
    throw integrationError('The integration returned invalid JSON.', error);
  }
  const {update, ephemeral_text = '', error = '', skip_slack_parsing = false} = pickFields(Response, value);
  const failure = error.trim().slice(0, MAX_ERROR).toWellFormed();
  return {
    // A missing message clears the message; missing props are kept.
    update: update && {message: '', ...pickFields(Update, update)},
    // Other clients show no field `error`, so it becomes a message.
    ephemeralText: [ephemeral_text, failure && `:warning: ${failure}`].filter(Boolean).join('\n\n'),
    skipSlackParsing: skip_slack_parsing,
  };
}

function unknownAction(actionId: string): AppError {
  return new AppError({
    id: 'api.post.do_action.action_id.app_error',
    message: 'This message no longer has this button or menu. It may have changed.',
    explanation: `The post has no action ${actionId.slice(0, 64)}.`,
    status: 404,
  });
}

function integrationError(what: string, cause?: unknown): AppError {
  return new AppError({
    id: 'api.post.do_action.action_integration.app_error',
    message: what,
    status: 400,
    cause,
  });
}

const callErrors: CallErrors = {
  noResponse: integrationError,
  badStatus: (status) => integrationError(`The integration returned an error (HTTP ${status}).`),
};

function ephemeralUpdate(): AppError {
  return new AppError({
    id: 'app.post.get.app_error',
    message: 'This message is only visible to you and is not stored, so it cannot be updated.',
    status: 404,
  });
}
