import type {FileInfo} from '@mattermost/types/files';
import type {Post} from '@mattermost/types/posts';
import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {rememberPeople} from '../src/data/people/people.ts';
import type {PendingPost} from '../src/data/posts/outbox.ts';
import {rememberPosts} from '../src/data/posts/posts.ts';
import {sessionQuery} from '../src/data/session/session.ts';
import {configQuery} from '../src/data/system/client-config.ts';
import {queries} from '../src/lib/queries.ts';

export const SAMPLE_TIME = Date.UTC(2024, 4, 15, 8, 40);
export const SAMPLE_CHANNEL = 'channel-1';
export const SAMPLE_TEAM = {id: 'team-1', name: 'tidewater', display_name: 'Tidewater'} as Team;
const MINUTE = 60_000;

function person(id: string, first_name: string, last_name: string, more: Partial<UserProfile> = {}) {
  return {
    id,
    username: first_name.toLowerCase(),
    first_name,
    last_name,
    nickname: '',
    roles: 'system_user',
    is_bot: false,
    ...more,
  } as UserProfile;
}

const ME = person('mira', 'Mira', 'Okafor');
const PEOPLE = [
  ME,
  person('tomas', 'Tomás', 'Ruiz'),
  person('priya', 'Priya', 'Nair'),
  person('layla', 'Layla', 'Haddad', {roles: 'system_guest'}),
  person('buildbot', 'Buildbot', '', {is_bot: true}),
];

let number = 0;

function post(user_id: string, message: string, more: Partial<Post> = {}): Post {
  number++;
  return {
    id: `post-${number}`,
    user_id,
    message,
    channel_id: SAMPLE_CHANNEL,
    root_id: '',
    type: '',
    create_at: SAMPLE_TIME + number * MINUTE,
    update_at: SAMPLE_TIME + number * MINUTE,
    edit_at: 0,
    delete_at: 0,
    reply_count: 0,
    is_pinned: false,
    hashtags: '',
    props: {},
    metadata: {},
    ...more,
  } as Post;
}

const reaction = (user_id: string, emoji_name: string) => ({
  user_id,
  emoji_name,
  post_id: '',
  create_at: SAMPLE_TIME,
});

export const POSTS: readonly Post[] = [
  post('tomas', 'The **winter fares** are live on `staging`. See the [board](https://board.example.com).'),
  post('tomas', '> What is still open?\n\n1. the seat map\n2. ~~receipts~~', {edit_at: SAMPLE_TIME}),
  post('priya', '| Line | Seats |\n|---|---:|\n| Skerry | 72 |\n| Harbor | 140 |', {
    metadata: {
      reactions: [reaction('mira', 'heart_eyes'), reaction('tomas', 'thumbsup')],
    } as Post['metadata'],
    reply_count: 3,
    last_reply_at: SAMPLE_TIME + 30 * MINUTE,
    participants: [{id: 'mira'}, {id: 'priya'}],
  } as unknown as Partial<Post>),
  post('layla', 'تم تحديث دليل الدعم للإصدار 4.2.', {is_pinned: true}),
  post('buildbot', '', {
    props: {
      attachments: [
        {
          color: '#b0271c',
          title: '4.2.0-rc.1 failed',
          title_link: 'https://builds.example.com/2230',
          text: '1 of 312 tests failed.',
          fields: [
            {title: 'Branch', value: '`release/4.2`', short: true},
            {title: 'Commit', value: '`7bd02aa`', short: true},
          ],
          actions: [
            {id: 'a', name: 'Run again', type: 'button', style: 'primary'},
            {id: 'b', name: 'Ignore', type: 'button'},
            {id: 'c', name: 'Assign to', type: 'select', options: [{text: 'Tomás', value: 't'}]},
          ],
        },
      ],
    },
  }),
  post('priya', '', {state: 'DELETED'}),
];

export const PENDING: readonly PendingPost[] = [
  {
    id: 'pending-1',
    channelId: SAMPLE_CHANNEL,
    rootId: '',
    message: 'On its way.',
    files: [],
    priority: '',
    createAt: SAMPLE_TIME,
    writtenAfter: SAMPLE_TIME,
    isWaiting: true,
  },
];

export const SAMPLE_FILE = {
  id: 'file-1',
  name: 'timetable.pdf',
  extension: 'pdf',
  mime_type: 'application/pdf',
  size: 482_113,
  has_preview_image: false,
} as FileInfo;

function putSampleData(): void {
  queries.setDefaultOptions({queries: {...queries.getDefaultOptions().queries, enabled: false}});
  queries.setQueryData(sessionQuery.queryKey, ME);
  queries.setQueryData(configQuery.queryKey, {
    EnableFileAttachments: 'true',
    TeammateNameDisplay: 'full_name',
    ScheduledPosts: 'true',
    PostPriority: 'true',
    MaxPostSize: '16383',
    MaxVoiceMessageSeconds: '60',
  });
  queries.setQueryData(['preferences'], new Map([['display_settings/use_military_time', 'true']]));
  rememberPeople(PEOPLE);
  rememberPosts(POSTS);
}

/** Puts data that usually comes from the server where components read it. */
export function useSampleData(): void {
  useState(putSampleData);
}
