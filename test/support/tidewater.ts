import sharp from 'sharp';
import {importSource, VERSION} from './import-source.ts';
import {createTestServer, TEST_PASSWORD} from './test-server.ts';

/** The team in the pictures of the client. Its members talk at fixed times on this day. */
const DAY = Date.UTC(2024, 4, 15);

/** The time at which the pictures are taken. */
export const PICTURE_TIME = DAY + at('09:12');

const TEAM = 'tidewater';

interface Look {
  shirt: string;
  skin: string;
  hair: string;
  /** Whether the hair is shoulder-length. */
  isLong?: boolean;
  ground: string;
}

const PEOPLE: Record<string, [name: string, position: string, look: Look]> = {
  mira: [
    'Mira Okafor',
    'Release manager',
    {shirt: '#e9f4f2', skin: '#8d5a3b', hair: '#23171a', isLong: true, ground: '#17616b'},
  ],
  tomas: ['Tomás Ruiz', 'Backend', {shirt: '#fff7e6', skin: '#d9a37c', hair: '#3a2a20', ground: '#2f6b35'}],
  priya: [
    'Priya Nair',
    'Design',
    {shirt: '#fdeff3', skin: '#b97d55', hair: '#1c1416', isLong: true, ground: '#5b4a9c'},
  ],
  jonas: [
    'Jonas Lind',
    'Operations',
    {shirt: '#eef3fb', skin: '#f0c8a6', hair: '#c99b52', ground: '#8a4b12'},
  ],
  layla: [
    'Layla Haddad',
    'Support',
    {shirt: '#f6efe2', skin: '#cf9a73', hair: '#5a3a2c', isLong: true, ground: '#9a2f57'},
  ],
  sam: [
    'Sam Ortega',
    'Crew tablets',
    {shirt: '#e8eef0', skin: '#a8714d', hair: '#2b1d18', ground: '#34578f'},
  ],
};

const CHANNELS: [name: string, label: string, type: 'O' | 'P'][] = [
  ['releases', 'Releases', 'O'],
  ['design', 'Design', 'O'],
  ['dockside', 'Dockside', 'P'],
  ['fares-api', 'Fares API', 'O'],
  ['incidents', 'Incidents', 'O'],
];

/** A time of day such as `08:19` in milliseconds. */
function at(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours! * 60 + minutes!) * 60_000;
}

/** The pictures that the server draws have a color that depends on the id, so don't use them. */
function portrait({shirt, skin, hair, isLong = false, ground}: Look): Promise<Buffer> {
  const long = isLong ? `<path d="M36 118V58a28 28 0 0 1 56 0v60z" fill="${hair}"/>` : '';
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 128 128">
      <rect width="128" height="128" fill="${ground}"/>
      ${long}
      <path d="M20 128c2-24 20-34 44-34s42 10 44 34z" fill="${shirt}"/>
      <path d="M54 78h20v18a10 10 0 0 1-20 0z" fill="${skin}"/>
      <ellipse cx="64" cy="60" rx="21" ry="25" fill="${skin}"/>
      <path d="M41 58c-3-26 12-34 24-34s26 8 22 34c-3-12-9-17-22-17s-20 5-24 17z" fill="${hair}"/>
      <circle cx="56" cy="61" r="2.2" fill="#231a17"/><circle cx="72" cy="61" r="2.2" fill="#231a17"/>
      <path d="M57 72q7 6 14 0" fill="none" stroke="#231a17" stroke-width="2" stroke-linecap="round"/>
    </svg>`),
  )
    .png()
    .toBuffer();
}

function mascot(): Promise<Buffer> {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 128 128">
      <rect width="128" height="128" fill="#d5e5e4"/>
      <path d="M24 74h80l-14 26H38z" fill="#17616b"/>
      <path d="M40 52h48v18H40zM56 34h18v16H56z" fill="#9c5a00"/>
      <path d="M16 106q12-8 24 0t24 0 24 0 24 0" fill="none" stroke="#17616b" stroke-width="6"/>
    </svg>`),
  )
    .png()
    .toBuffer();
}

/** A seating plan of a ship. It contains no text, because its font would differ between machines. */
function seatPlan(): Promise<Buffer> {
  const colors = ['#3a8f87', '#3a8f87', '#b9c6c4', '#3a8f87', '#d99a34', '#3a8f87', '#b9c6c4'];
  const seats = Array.from({length: 72}, (_, index) => {
    const [column, row] = [index % 12, Math.floor(index / 12)];
    const x = 70 + column * 36 + (column > 5 ? 36 : 0);
    const y = 70 + row * 30 + (row > 2 ? 18 : 0);
    return `<rect x="${x}" y="${y}" width="24" height="20" rx="5" fill="${colors[(index * 5) % 7]}"/>`;
  });
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="700" height="330" viewBox="0 0 700 330">
      <rect width="700" height="330" fill="#eaf2f1"/>
      <path d="M40 40h490q110 20 140 125-30 105-140 125H40q-22-125 0-250z" fill="#f8fbfa" stroke="#17616b" stroke-width="4"/>
      ${seats.join('')}
    </svg>`),
  )
    .png()
    .toBuffer();
}

const code = `For anyone who calls the API by hand, the new parameter:
\`\`\`js
const fares = await api.fares.list({
  route: 'skerry-line',
  season: 'winter', // was: month
});
\`\`\`
The old one works with a warning until spring.`;

const build = {
  fallback: '4.2.0-rc.2 passed all checks',
  color: '#1b7145',
  author_name: 'fares-api',
  title: '4.2.0-rc.2 passed all checks',
  title_link: 'https://builds.example.com/2231',
  text: '312 tests in 1 min 48 s.',
  fields: [
    {title: 'Branch', value: '`release/4.2`', short: true},
    {title: 'Commit', value: '`9c41e0f` by @tomas', short: true},
  ],
  footer: 'Build 2231',
  actions: [
    {
      id: 'stage',
      name: 'Deploy to staging',
      style: 'primary',
      integration: {url: 'https://builds.example.com/'},
    },
    {id: 'later', name: 'Not yet', integration: {url: 'https://builds.example.com/'}},
  ],
};

const reaction = (time: string, user: string, emoji_name: string) => ({
  user,
  emoji_name,
  create_at: DAY + at(time),
});

const message = (user: string, time: string, text: string, more: object = {}) => ({
  user,
  message: text,
  create_at: DAY + at(time),
  ...more,
});

const posted = (channel: string, ...rest: Parameters<typeof message>) => ({
  type: 'post',
  post: {team: TEAM, channel, ...message(...rest)},
});

const POSTS = [
  posted('design', 'priya', '08:02', 'New icons for the ticket machines are in the folder.'),
  posted('design', 'priya', '08:40', 'Any objections to the rounder ones?'),
  posted('incidents', 'jonas', '08:55', '@mira the pier camera is back. Root cause: a gull.'),
  posted('fares-api', 'tomas', '07:50', 'The winter fares are live on staging.'),
  posted('dockside', 'sam', '07:30', 'Pier 2 is closed until noon.'),
  posted(
    'releases',
    'mira',
    '08:12',
    '**4.2** is due on Thursday. What is still open?\n- seat map\n- winter fares\n- ~~receipts~~',
  ),
  posted(
    'releases',
    'priya',
    '08:19',
    'The seat map is nearly there. It scrolls sideways now instead of shrinking, and works at 320 px.',
    {
      attachments: [{path: 'seat-map.png'}],
      reactions: [
        reaction('08:20', 'mira', 'heart_eyes'),
        reaction('08:21', 'tomas', 'thumbsup'),
        reaction('08:22', 'jonas', 'thumbsup'),
      ],
      replies: [
        message('mira', '08:24', 'That is lovely. Does the legend stay visible?'),
        message('priya', '08:25', 'It does, at the bottom.'),
        message('sam', '08:31', 'The crews want it on the bridge tablet, too. :ship:'),
      ],
      thread_followers: [{user: 'mira', last_viewed: PICTURE_TIME}],
    },
  ),
  posted('releases', 'buildbot', '08:40', '', {props: {attachments: [build]}}),
  posted('releases', 'layla', '08:44', 'تم تحديث دليل الدعم للإصدار 4.2، مع لقطات الشاشة الجديدة.'),
  posted('releases', 'tomas', '08:47', code),
  posted(
    'releases',
    'jonas',
    '09:03',
    'Load test at ten, with three times last Friday’s traffic. I will post the result in ~incidents.',
    {
      reactions: [
        reaction('09:04', 'mira', 'rocket'),
        reaction('09:05', 'priya', 'rocket'),
        reaction('09:06', 'sam', 'eyes'),
      ],
    },
  ),
  {
    type: 'direct_post',
    direct_post: {
      channel_members: ['mira', 'priya'],
      ...message('priya', '08:58', 'Do you have ten minutes after lunch?'),
    },
  },
];

export interface Tidewater {
  address: string;
  /** The path of the channel in the pictures, and of its thread about the seat map. */
  channelPath: string;
  threadPath: string;
  /** Changes the language of the pages. */
  speak(language: string): Promise<void>;
  close(): Promise<void>;
}

/** A server with a small company in the middle of a release. The pages are seen by Mira, an administrator. */
export async function createTidewater(): Promise<Tidewater> {
  const server = await createTestServer({
    settings: {
      ServiceSettings: {CollapsedThreads: 'default_on'},
      TeamSettings: {TeammateNameDisplay: 'full_name'},
    },
  });
  const files: Record<string, Buffer> = {'seat-map.png': await seatPlan(), 'buildbot.png': await mascot()};
  for (const [username, [, , look]] of Object.entries(PEOPLE)) {
    files[`${username}.png`] = await portrait(look);
  }
  const read = {msg_count: 100, msg_count_root: 100, last_viewed_at: PICTURE_TIME};
  const lines = [
    VERSION,
    {type: 'team', team: {name: TEAM, display_name: 'Tidewater', type: 'O'}},
    {type: 'team', team: {name: 'harbor', display_name: 'Port office', type: 'O'}},
    ...CHANNELS.map(([name, display_name, type]) => ({
      type: 'channel',
      channel: {
        team: TEAM,
        name,
        display_name,
        type,
        header:
          name === 'releases' ? 'Next: **4.2** on Thursday · [release board](https://board.example.com)' : '',
      },
    })),
    ...Object.entries(PEOPLE).map(([username, [name, position]]) => {
      const [first_name, last_name] = name.split(' ');
      return {
        type: 'user',
        user: {
          username,
          email: `${username}@example.com`,
          password: TEST_PASSWORD,
          first_name,
          last_name,
          position,
          roles: username === 'mira' ? 'system_admin system_user' : 'system_user',
          profile_image: `${username}.png`,
          ...(username === 'priya' && {custom_status: {emoji: 'art', text: 'Drawing'}}),
          military_time: 'true',
          tutorial_step: '999',
          teams: [
            {
              name: TEAM,
              roles: username === 'mira' ? 'team_user team_admin' : 'team_user',
              channels: CHANNELS.map(([channel]) => ({
                name: channel,
                favorite: channel === 'releases',
                ...(channel === 'design' || channel === 'incidents'
                  ? {
                      last_viewed_at: DAY,
                      ...(channel === 'incidents' && {mention_count: 1, mention_count_root: 1}),
                    }
                  : read),
              })),
            },
            ...(username === 'mira' ? [{name: 'harbor'}] : []),
          ],
        },
      };
    }),
    {
      type: 'bot',
      bot: {username: 'buildbot', owner: 'mira', display_name: 'Buildbot', profile_image: 'buildbot.png'},
    },
    {
      type: 'direct_channel',
      direct_channel: {
        members: ['mira', 'priya'],
        participants: ['mira', 'priya'].map((username) => ({username, ...read})),
      },
    },
    {
      type: 'direct_channel',
      direct_channel: {
        members: ['mira', 'jonas'],
        participants: ['mira', 'jonas'].map((username) => ({username, ...read})),
      },
    },
    ...POSTS,
  ];
  const report = await server.features.bulkImport.apply(importSource(lines, files));
  const problems = report.findings.groups().filter(({severity}) => severity === 'error');
  if (report.ending !== 'done' || problems.length > 0) throw new Error(JSON.stringify(problems));
  const {database, config} = server.platform;
  // An import uses the current time as the creation time of channels.
  await database.rows({text: 'update channels set createat = $1', values: [DAY]});
  const [thread] = await database.rows<{id: string}>({
    text: 'select id from posts where message like $1 and rootid = $2',
    values: ['The seat map%', ''],
  });
  const mira = await server.features.users.byUsername('mira');
  const channelPath = `/${TEAM}/channels/releases`;
  return {
    address: await server.listen(),
    channelPath,
    threadPath: `${channelPath}?thread=${thread!.id}`,
    async speak(language) {
      await config.patch({LocalizationSettings: {DefaultClientLocale: language}});
      await server.admin.put(`/users/${mira.id}/patch`, {locale: language});
    },
    close: () => server.close(),
  };
}
