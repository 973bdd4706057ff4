import type {Static} from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import type {Posts} from '../../messaging/posts/posts.ts';
import {isValidId} from '../../platform/database/ids.ts';
import type {Reader} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {MAX_POSTS, type PostReport, type PostReportRequest} from './schema.ts';
import {type PostReportQuery, selectReportedPosts} from './store.ts';

const DEFAULT_POSTS = 100;

export type PostReports = ReturnType<typeof createPostReports>;

/** Reports of the posts of a channel, page by page. */
export function createPostReports({channels, posts}: {channels: Channels; posts: Posts}) {
  return {
    /**
     * A page of the report, and its channel.
     *
     * @throws AppError 400 for an invalid request or cursor, 404 if there is no such channel
     */
    async list(
      db: Reader,
      request: Static<typeof PostReportRequest>,
    ): Promise<{channelId: string; report: Static<typeof PostReport>}> {
      const {per_page: limit = DEFAULT_POSTS, cursor = ''} = request;
      if (limit < 1 || limit > MAX_POSTS) {
        throw invalid('per_page', `per_page must be from 1 to ${MAX_POSTS}, not ${limit}.`);
      }
      const query = cursor === '' ? queryOf(request) : parseCursor(cursor);
      await channels.byId(query.channelId);
      // One more than the page, to find out whether there is another one.
      const rows = await selectReportedPosts(db, query, limit + 1);
      const wire = await posts.lists.firstByIds(
        rows.slice(0, limit).map(({id}) => id),
        {includeDeleted: true},
      );
      // Fewer if they are long. Then the next page continues there.
      const page = rows.slice(0, Math.max(1, wire.length));
      const last = page.at(-1);
      const report = {
        posts: Object.fromEntries(wire.map((post) => [post.id, post])),
        next_cursor:
          rows.length > page.length && last
            ? {cursor: cursorOf({...query, time: last.time, id: last.id})}
            : null,
      };
      return {channelId: query.channelId, report};
    },
  };
}

function queryOf(request: Static<typeof PostReportRequest>): PostReportQuery {
  const {channel_id, time_field = 'create_at', sort_direction = 'asc', start_time} = request;
  if (!isValidId(channel_id)) {
    throw invalid('channel_id', `channel_id must be the id of a channel, not ${JSON.stringify(channel_id)}.`);
  }
  if (time_field !== 'create_at' && time_field !== 'update_at') {
    throw invalid(
      'time_field',
      `time_field must be create_at or update_at, not ${JSON.stringify(time_field)}.`,
    );
  }
  if (sort_direction !== 'asc' && sort_direction !== 'desc') {
    throw invalid(
      'sort_direction',
      `sort_direction must be asc or desc, not ${JSON.stringify(sort_direction)}.`,
    );
  }
  const descending = sort_direction === 'desc';
  return {
    channelId: channel_id,
    timeField: time_field,
    descending,
    includeDeleted: request.include_deleted ?? false,
    excludeSystemPosts: request.exclude_system_posts ?? false,
    time: start_time ?? (descending ? Number.MAX_SAFE_INTEGER : 0),
    id: '',
  };
}

/** The cursor contains the whole query, so that later pages need nothing else. */
function cursorOf(query: PostReportQuery): string {
  return Buffer.from(JSON.stringify(query)).toString('base64url');
}

function parseCursor(cursor: string): PostReportQuery {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
  if (!isJsonObject(value)) throw invalidCursor();
  const {channelId, timeField, descending, includeDeleted, excludeSystemPosts, time, id} = value;
  const isValid =
    typeof channelId === 'string' &&
    isValidId(channelId) &&
    (timeField === 'create_at' || timeField === 'update_at') &&
    typeof descending === 'boolean' &&
    typeof includeDeleted === 'boolean' &&
    typeof excludeSystemPosts === 'boolean' &&
    Number.isSafeInteger(time) &&
    typeof id === 'string' &&
    isValidId(id);
  if (!isValid) throw invalidCursor();
  return {channelId, timeField, descending, includeDeleted, excludeSystemPosts, time: time as number, id};
}

function invalid(path: string, message: string): AppError {
  return new AppError({id: 'api.context.invalid_body_param.app_error', message, status: 400, path});
}

function invalidCursor(): AppError {
  return invalid('cursor', 'The cursor is invalid. Send it exactly as the previous response returned it.');
}
