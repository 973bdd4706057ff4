import type {Post} from '@mattermost/types/posts';
import {useQuery} from '@tanstack/react-query';
import {csvLine, guarded} from '../../../../server/src/platform/formats/csv/csv.ts';
import {server} from '../../lib/server.ts';
import {loadedPerson, rememberPeople} from '../people/people.ts';

/** The filters of a message report. Times are in milliseconds; the end is exclusive. */
export interface PostReportFilter {
  channelId: string;
  startAt: number;
  endAt: number;
  withDeleted: boolean;
}

interface PostReportPage {
  /** Oldest first. */
  posts: Post[];
  /** Where the next page begins; undefined on the last one. */
  next: string | undefined;
}

export const PER_PAGE = 50;
/** The maximum number of messages in an export. */
export const MAX_EXPORTED = 100_000;
const PER_EXPORTED_PAGE = 1000;

async function readPage(
  {channelId, startAt, endAt, withDeleted}: PostReportFilter,
  cursor: string,
  perPage: number,
): Promise<PostReportPage> {
  const {posts, next_cursor} = await server.call<{
    posts: Record<string, Post>;
    next_cursor: {cursor: string} | null;
  }>('/reports/posts', {
    method: 'POST',
    body: {
      channel_id: channelId,
      start_time: startAt,
      include_deleted: withDeleted,
      per_page: perPage,
      cursor,
    },
  });
  const all = Object.values(posts).sort(
    (one, other) => one.create_at - other.create_at || (one.id < other.id ? -1 : 1),
  );
  const inTime = all.filter(({create_at}) => create_at < endAt);
  return {posts: inTime, next: inTime.length < all.length ? undefined : next_cursor?.cursor};
}

/** The page of a report that begins at a cursor; empty for the first page. */
export function usePostReport(filter: PostReportFilter, cursor: string) {
  return useQuery({
    queryKey: ['administration', 'post-report', filter, cursor],
    queryFn: () => readPage(filter, cursor, PER_PAGE),
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** The maximum number of users in a request. */
const MAX_AUTHORS = 100;

async function readAuthors(posts: readonly Post[]): Promise<void> {
  const missing = [...new Set(posts.map(({user_id}) => user_id))].filter((id) => !loadedPerson(id));
  for (let start = 0; start < missing.length; start += MAX_AUTHORS) {
    rememberPeople(await server.getProfilesByIds(missing.slice(start, start + MAX_AUTHORS)));
  }
}

const HEADER = ['Time', 'Username', 'Message', 'Files', 'Type', 'Edited', 'Deleted', 'Thread', 'Id'];

const time = (millis: number) => (millis > 0 ? new Date(millis).toISOString() : '');

/** The whole report as CSV; undefined if it has more messages than an export can contain. */
export async function exportPostReport(filter: PostReportFilter): Promise<Blob | undefined> {
  const lines = [csvLine(HEADER)];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: PostReportPage = await readPage(filter, cursor, PER_EXPORTED_PAGE);
    await readAuthors(page.posts);
    for (const post of page.posts) {
      const files = (post.metadata?.files ?? []).map(({name}) => name).join(', ');
      lines.push(
        csvLine([
          time(post.create_at),
          guarded(loadedPerson(post.user_id)?.username ?? post.user_id),
          guarded(post.message),
          guarded(files),
          post.type,
          time(post.edit_at),
          time(post.delete_at),
          post.root_id,
          post.id,
        ]),
      );
    }
    cursor = page.next;
    if (cursor !== undefined && lines.length > MAX_EXPORTED) return undefined;
  }
  return new Blob(lines, {type: 'text/csv;charset=utf-8'});
}
