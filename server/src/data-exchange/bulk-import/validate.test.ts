import fc from 'fast-check';
import sharp from 'sharp';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {importSource, VERSION} from '../../../../test/support/import-source.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import type {ImportOptions} from './bulk-import.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const group = {name: 'designers', display_name: 'Designers', source: 'custom', allow_reference: true};
  expect((await server.admin.post('/groups', group)).status).toBe(201);
  await server.features.users.create({
    username: 'stored',
    email: 'stored@example.com',
    password: 'a long enough password',
  });
});
afterAll(() => server.close());

type Lines = readonly (object | string)[];

/** The findings of a validation, each as `severity rule line path: value`. */
async function findingsIn(
  lines: Lines | Buffer,
  options: ImportOptions = {},
  files: Record<string, Buffer> = {},
): Promise<string[]> {
  const {findings} = await server.features.bulkImport.validate(importSource(lines, files), options);
  return findings
    .groups()
    .flatMap(({severity, fault, examples}) =>
      examples.map(
        ({line, path, value}) =>
          [severity, fault.rule, line, path].filter((part) => part !== '').join(' ') +
          (value === undefined ? '' : `: ${value}`),
      ),
    );
}

const team = (fields: object = {}) => ({
  type: 'team',
  team: {name: 'ours', display_name: 'Ours', type: 'O', ...fields},
});
const channel = (fields: object = {}) => ({
  type: 'channel',
  channel: {team: 'ours', name: 'lobby', display_name: 'Lobby', type: 'O', ...fields},
});
const recommended = {
  use_markdown_preview: true,
  use_formatting: true,
  show_unread_section: true,
  email_interval: 'hour',
};
const user = (fields: object = {}) => ({
  type: 'user',
  user: {username: 'ann', email: 'ann@example.com', ...recommended, ...fields},
});
const post = (fields: object = {}) => ({
  type: 'post',
  post: {
    team: 'ours',
    channel: 'lobby',
    user: 'stored',
    message: 'hi',
    create_at: 1_600_000_000_000,
    props: {},
    ...fields,
  },
});
const role = (fields: object = {}) => ({name: 'r', display_name: 'R', ...fields});
const scheme = (fields: object = {}) => ({
  type: 'scheme',
  scheme: {
    name: 'quiet',
    display_name: 'Quiet',
    scope: 'channel',
    default_channel_admin_role: role(),
    default_channel_user_role: role(),
    ...fields,
  },
});
const directChannel = (fields: object = {}) => ({
  type: 'direct_channel',
  direct_channel: {members: ['ann', 'stored'], ...fields},
});
const directPost = (fields: object = {}) => ({
  type: 'direct_post',
  direct_post: {
    channel_members: ['ann', 'stored'],
    user: 'ann',
    message: 'hi',
    create_at: 1_600_000_000_000,
    ...fields,
  },
});
const bot = (fields: object = {}) => ({type: 'bot', bot: {username: 'robot', owner: 'stored', ...fields}});
const emoji = (fields: object = {}) => ({
  type: 'emoji',
  emoji: {name: 'ours', image: 'image.png', ...fields},
});

const before = [VERSION, team(), channel()];
const beforeDirect = [VERSION, user()];

/** Title, lines, findings, options. */
type Case = [title: string, lines: Lines, findings: string[], options?: ImportOptions];

function check(cases: Case[]): void {
  test.each(cases)('%s', async (_, lines, expected, options) => {
    expect(await findingsIn(lines, options)).toEqual(expected);
  });
}

test('an oversized attachment is an error, or a warning if missing files are allowed', async () => {
  const {config} = server.platform;
  await config.patch({FileSettings: {MaxFileSize: 1_000}});
  const lines = [
    VERSION,
    team(),
    channel(),
    {
      type: 'post',
      post: {
        team: 'ours',
        channel: 'lobby',
        user: 'stored',
        message: 'both',
        props: {},
        create_at: 1,
        attachments: [{path: 'film'}, {path: 'note'}],
      },
    },
  ];
  const files = {film: Buffer.alloc(1_001), note: Buffer.alloc(1_000)};
  const found = 'file-too-large 4 post.attachments[0].path: "film: 1,001 bytes"';
  try {
    expect(await findingsIn(lines, {}, files)).toEqual([`error ${found}`]);
    expect(await findingsIn(lines, {allowMissingFiles: true}, files)).toEqual([`warning ${found}`]);
  } finally {
    await config.patch({FileSettings: {MaxFileSize: 100_000_000}});
  }
});

describe('the file as a whole', () => {
  check([
    ['only a version line', [VERSION], []],
    ['a version line with additional fields', [{...VERSION, info: {generator: 'x'}}], []],
    ['an empty file', [], ['error version-missing 1']],
    ['another version', [{type: 'version', version: 2}], ['error version-unsupported 1: 2']],
    ['a version that is text', [{type: 'version', version: '1'}], ['error version-unsupported 1: "1"']],
    ['no version line', [team()], ['error version-missing 1: "team"']],
    ['a second version line', [VERSION, VERSION], ['error version-repeated 2']],
    [
      'lines that are not JSON, and the rest is checked',
      [VERSION, '{"type":"team"', '{"type":"team"}}', 'null', '[]', team(), {type: 'nonsense'}],
      [
        'error not-json 2: "column 15: {\\"type\\":\\"team\\"⟶"',
        'error not-json 3: "column 16: {\\"type\\":\\"team\\"}⟶}"',
        'error unknown-type 4: null',
        'error unknown-type 5: []',
        'error unknown-type 7: "nonsense"',
      ],
    ],
    [
      'a line without its object',
      [
        VERSION,
        {type: 'team'},
        {type: 'user', username: 'x'},
        {type: 'post', post: null},
        {type: 'team', team: 7},
      ],
      [
        'error holder-missing 2',
        'error holder-missing 3',
        'error holder-missing 4',
        'error wrong-type 5 team: 7',
      ],
    ],
    ['blank lines', [VERSION, '', ' \t', team()], ['warning blank-line 2', 'warning blank-line 3']],
    ['blank lines in strict mode', [VERSION, '', team()], ['error blank-line 2'], {strict: true}],
    ['a line feed at the end', [VERSION, ''], []],
    ['carriage returns', [`${JSON.stringify(VERSION)}\r`, `${JSON.stringify(team())}\r`], []],
    ['a byte order mark', [`\ufeff${JSON.stringify(VERSION)}`], ['warning byte-order-mark 1']],
    [
      'lines out of order that refer to known objects',
      [...before, user(), team({name: 'late'}), post()],
      ['warning out-of-order 5'],
    ],
    [
      'the same in strict mode',
      [...before, user(), team({name: 'late'}), post()],
      ['error out-of-order 5'],
      {strict: true},
    ],
    [
      'lines out of order that refer to later lines',
      [VERSION, channel(), team()],
      ['error unknown-team 2 channel.team: "ours"', 'warning out-of-order 3'],
    ],
  ]);

  test('bytes that are not UTF-8', async () => {
    const lines = [Buffer.from(JSON.stringify(VERSION)), Buffer.from('{"type":"gr\xfcn"}', 'latin1')];
    const file = Buffer.concat([lines[0]!, Buffer.from('\n'), lines[1]!, Buffer.from('\n{}')]);
    expect(await findingsIn(file)).toEqual([
      'error not-utf8 2: "byte 12 of the line"',
      'error unknown-type 3',
    ]);
  });
});

describe('types of values', () => {
  check([
    [
      'null is absent, at every level',
      [
        ...before,
        user({locale: null, auth_service: null, teams: null}),
        post({replies: null, reactions: null, flagged_by: null, attachments: null, unheard_of: null}),
      ],
      [],
    ],
    [
      'values of the wrong type',
      [
        ...before,
        post({message: 7, create_at: '1', props: [], flagged_by: 'ann', replies: {}, is_pinned: 'perhaps'}),
        post({create_at: 1.5, reactions: [7], message: null}),
      ],
      [
        'error wrong-type 4 post.message: 7',
        'error wrong-type 4 post.create_at: "1"',
        'error wrong-type 5 post.create_at: 1.5',
        'error wrong-type 4 post.props: []',
        'error wrong-type 4 post.flagged_by: "ann"',
        'error wrong-type 4 post.replies: {}',
        'error wrong-type 4 post.is_pinned: "perhaps"',
        'error wrong-type 5 post.reactions[0]: 7',
        'error missing-field 5 post.message',
      ],
    ],
    [
      'keys in any case',
      [VERSION, {type: 'team', team: {Name: 'ours', DISPLAY_NAME: 'Ours', type: 'O'}}],
      [],
    ],
    [
      'unknown keys, reported once for each object and key',
      [VERSION, team({colour: 1}), team({name: 'other', colour: 2}), channel({discription: ''})],
      ['warning unknown-key 2 team.colour', 'warning unknown-key 4 channel.discription'],
    ],
    [
      'unknown keys in strict mode',
      [VERSION, team({colour: 1})],
      ['error unknown-key 2 team.colour'],
      {strict: true},
    ],
    [
      'characters that cannot be stored',
      [
        VERSION,
        team({display_name: 'a\u0000b'}),
        '{"type":"team","team":{"name":"x1","display_name":"\\ud800","type":"O"}}',
      ],
      [
        'warning bad-character 2 team.display_name: "a\\u0000b"',
        'warning bad-character 3 team.display_name: "\\ud800"',
      ],
    ],
    [
      'times in seconds',
      [...before, post({create_at: 1_600_000_000})],
      ['warning looks-like-seconds 4 post.create_at: 1600000000'],
    ],
  ]);
});

describe('schemes and roles', () => {
  const roles = {default_team_admin_role: role(), default_team_user_role: role()};
  check([
    ['for channels', [VERSION, scheme()], []],
    ['for teams', [VERSION, scheme({scope: 'team', ...roles})], []],
    ['with guests', [VERSION, scheme({default_channel_guest_role: role()})], []],
    [
      'with guests in strict mode',
      [VERSION, scheme({default_channel_guest_role: role()})],
      ['error not-in-specification 2 scheme.default_channel_guest_role'],
      {strict: true},
    ],
    [
      'for teams without their roles',
      [VERSION, scheme({scope: 'team'})],
      ['error missing-field 2 scheme.default_team_admin_role'],
    ],
    [
      'for channels with roles of teams',
      [VERSION, scheme({default_team_user_role: role({name: 'x'})})],
      ['error forbidden-field 2 scheme.default_team_user_role: {"name":"x","display_name":"R"}'],
    ],
    [
      'with broken fields',
      [
        VERSION,
        scheme({
          name: 'Q',
          display_name: '',
          scope: 'server',
          description: 'x'.repeat(1025),
          default_channel_user_role: role({name: 'A b', display_name: 'ä'.repeat(65)}),
        }),
      ],
      [
        'error malformed 2 scheme.name: "Q"',
        'error too-short 2 scheme.display_name: ""',
        'error not-allowed 2 scheme.scope: "server"',
        'error malformed 2 scheme.default_channel_user_role.name: "A b"',
        `error too-long 2 scheme.default_channel_user_role.display_name: "${'ä'.repeat(65)}"`,
        `error too-long 2 scheme.description: "${'x'.repeat(119)}…`,
      ],
    ],
    [
      'with unknown permissions',
      [VERSION, scheme({default_channel_user_role: role({permissions: ['create_post', 'fly']})})],
      ['warning unknown-permission 2 scheme.default_channel_user_role.permissions[1]: "fly"'],
    ],
    [
      'with a different scope the second time',
      [VERSION, scheme(), scheme({scope: 'team', ...roles})],
      ['error scope-changed 3 scheme.scope: "team"', 'warning repeated-object 3 scheme.name: "quiet"'],
    ],
    ['a system role', [VERSION, {type: 'role', role: role({permissions: ['create_post']})}], []],
    [
      'a system role in strict mode',
      [VERSION, {type: 'role', role: role()}],
      ['error not-in-specification 2'],
      {strict: true},
    ],
  ]);
});

describe('teams', () => {
  check([
    ['the smallest', [VERSION, {type: 'team', team: {name: 'ab', display_name: 'x', type: 'I'}}], []],
    ['a name in upper case', [VERSION, team({name: 'OURS'})], []],
    ['a name with a lone double underscore', [VERSION, team({name: 'a__b'})], []],
    [
      'without any fields',
      [VERSION, {type: 'team', team: {}}],
      [
        'error missing-field 2 team.name',
        'error missing-field 2 team.display_name',
        'error missing-field 2 team.type',
      ],
    ],
    ...(['a', '-ab', 'ab-', 'a b', 'a_b', 'é', 'x'.repeat(65)].map((name) => [
      `the name ${name.slice(0, 10)}`,
      [VERSION, team({name})],
      [`error malformed 2 team.name: ${JSON.stringify(name)}`],
    ]) as Case[]),
    [
      'a reserved name',
      [VERSION, team({name: 'administrators'})],
      ['error reserved 2 team.name: "administrators"'],
    ],
    [
      'texts that are too long',
      [VERSION, team({display_name: '😀'.repeat(65), description: 'x'.repeat(256)})],
      [
        `error too-long 2 team.display_name: "${'😀'.repeat(59)}…`,
        `error too-long 2 team.description: "${'x'.repeat(119)}…`,
      ],
    ],
    ['64 characters that are 128 units', [VERSION, team({display_name: '😀'.repeat(64)})], []],
    [
      'an invalid type',
      [VERSION, team({type: 'o'}), team({name: 'two', type: 'P'})],
      ['error not-allowed 2 team.type: "o"', 'error not-allowed 3 team.type: "P"'],
    ],
    ['flags as text', [VERSION, team({allow_open_invite: 'True'})], []],
    [
      'an unknown scheme',
      [VERSION, team({scheme: 'quiet'})],
      ['error unknown-scheme 2 team.scheme: "quiet"'],
    ],
    [
      'a scheme for channels',
      [VERSION, scheme(), team({scheme: 'quiet'})],
      ['error wrong-scope 3 team.scheme: "quiet"'],
    ],
    [
      'twice',
      [VERSION, team(), team({display_name: 'Again'})],
      ['warning repeated-object 3 team.name: "ours"'],
    ],
  ]);
});

describe('channels', () => {
  check([
    [
      'with everything',
      [VERSION, scheme(), team(), channel({header: 'h', purpose: 'p', scheme: 'quiet', deleted_at: 0})],
      [],
    ],
    [
      'without a display name',
      [VERSION, team(), channel({display_name: undefined})],
      ['warning missing-field 3 channel.display_name'],
    ],
    [
      'without a display name in strict mode',
      [VERSION, team(), channel({display_name: undefined})],
      ['error missing-field 3 channel.display_name'],
      {strict: true},
    ],
    ...(['', '_a', 'a b', 'ü', 'x'.repeat(65)].map((name) => [
      `the name ${JSON.stringify(name.slice(0, 10))}`,
      [VERSION, team(), channel({name})],
      [`error malformed 3 channel.name: ${JSON.stringify(name)}`],
    ]) as Case[]),
    [
      'names of all lengths',
      [VERSION, team(), channel({name: 'a'}), channel({name: `a${'-'.repeat(63)}`})],
      [],
    ],
    [
      'of an unknown team',
      [VERSION, channel({team: 'nowhere'})],
      ['error unknown-team 2 channel.team: "nowhere"'],
    ],
    ['of a team in upper case', [VERSION, team(), channel({team: 'OURS'})], []],
    [
      'too long',
      [VERSION, team(), channel({header: 'x'.repeat(1025), purpose: 'x'.repeat(251)})],
      [
        `error too-long 3 channel.header: "${'x'.repeat(119)}…`,
        `error too-long 3 channel.purpose: "${'x'.repeat(119)}…`,
      ],
    ],
    [
      'a scheme for teams',
      [
        VERSION,
        scheme({scope: 'team', default_team_admin_role: role(), default_team_user_role: role()}),
        team(),
        channel({scheme: 'quiet'}),
      ],
      ['error wrong-scope 4 channel.scheme: "quiet"'],
    ],
  ]);
});

describe('users', () => {
  check([
    ['all fields that strict mode requires', [VERSION, user()], []],
    [
      'without the fields that real files often lack',
      [VERSION, {type: 'user', user: {username: 'ann', email: 'ann@example.com'}}],
      [
        'warning missing-field 2 user.use_markdown_preview',
        'warning missing-field 2 user.use_formatting',
        'warning missing-field 2 user.show_unread_section',
        'warning missing-field 2 user.email_interval',
      ],
    ],
    [
      'other names and spellings',
      [
        VERSION,
        user({
          feature_enabled_markdown_preview: 'true',
          formatting: 'True',
          show_unread_section: 'FALSE',
          email_interval: 'immediately',
          link_previews: 'true',
        }),
      ],
      [],
    ],
    [
      'other names and spellings in strict mode',
      [VERSION, user({formatting: 'true', email_interval: 'immediately'})],
      ['error other-spelling 2 user.email_interval: "immediately"', 'error other-name 2 user.formatting'],
      {strict: true},
    ],
    ...(['Ann!', 'a b', '', 'ü', 'x'.repeat(65)].map((username) => [
      `the username ${JSON.stringify(username.slice(0, 10))}`,
      [VERSION, user({username})],
      [`error malformed 2 user.username: ${JSON.stringify(username)}`],
    ]) as Case[]),
    ['a username in upper case', [VERSION, user({username: 'ANN'})], []],
    ['a reserved username', [VERSION, user({username: 'all'})], ['error reserved 2 user.username: "all"']],
    [
      'no email address',
      [VERSION, user({email: ''}), user({username: 'bob', email: 'bob'})],
      ['error malformed 2 user.email: ""', 'error malformed 3 user.email: "bob"'],
    ],
    [
      'the email address of another account',
      [VERSION, user({email: 'STORED@example.com'})],
      ['error taken-email 2 user.email: "stored@example.com"'],
    ],
    [
      'the email address of another line',
      [VERSION, user(), user({username: 'bob'})],
      ['error taken-email 3 user.email: "ann@example.com"'],
    ],
    [
      'an email address that an earlier line released',
      [VERSION, user({username: 'stored', email: 'new@example.com'}), user({email: 'stored@example.com'})],
      [],
    ],
    [
      'a service without its data',
      [VERSION, user({auth_service: 'ldap'})],
      ['error conflicting-fields 2 user.auth_data'],
    ],
    [
      'data without a service',
      [VERSION, user({auth_data: 'x'})],
      ['error conflicting-fields 2 user.auth_service'],
    ],
    [
      'data and a password',
      [VERSION, user({auth_service: 'ldap', auth_data: 'x', password: 'long enough for all'})],
      ['error conflicting-fields 2 user.password'],
    ],
    [
      'data of another line',
      [
        VERSION,
        user({auth_service: 'ldap', auth_data: 'x'}),
        user({username: 'bob', email: 'b@example.com', auth_service: 'ldap', auth_data: 'x'}),
      ],
      ['error taken-auth-data 3 user.auth_data: "x"'],
    ],
    [
      'the name of a group',
      [VERSION, user({username: 'designers'})],
      ['error group-name 2 user.username: "designers"'],
    ],
    [
      'an unknown service',
      [VERSION, user({auth_service: 'moon', auth_data: 'x'})],
      ['warning not-allowed 2 user.auth_service: "moon"'],
    ],
    [
      'a weak password, which is not shown',
      [VERSION, user({password: 'x'})],
      ['error weak-password 2 user.password'],
    ],
    [
      'a long password, which is not shown',
      [VERSION, user({password: 'x'.repeat(73)})],
      ['error too-long 2 user.password'],
    ],
    [
      'the role system_admin alone',
      [VERSION, user({roles: 'system_admin'})],
      ['error not-allowed 2 user.roles: "system_admin"'],
    ],
    [
      'roles in any order',
      [
        VERSION,
        user({roles: 'system_user system_admin'}),
        user({username: 'g', email: 'g@example.com', roles: 'system_guest'}),
      ],
      [],
    ],
    [
      'an unknown role',
      [VERSION, user({roles: 'system_user juggler'})],
      ['warning unknown-role 2 user.roles: "juggler"'],
    ],
    ['malformed role names', [VERSION, user({roles: 'Admin!'})], ['error malformed 2 user.roles: "Admin!"']],
    [
      'locales',
      [VERSION, user({locale: 'pt_BR'}), user({locale: 'english'}), user({locale: 'tlh'})],
      [
        'error too-long 3 user.locale: "english"',
        'warning repeated-object 3 user.username: "ann"',
        'warning repeated-object 4 user.username: "ann"',
        'warning unknown-locale 4 user.locale: "tlh"',
      ],
    ],
    [
      'themes',
      [
        VERSION,
        user({theme: '{"a":"#fff"}'}),
        user({username: 'b', email: 'b@x', theme: '{"a":1}'}),
        user({username: 'c', email: 'c@x', theme: 'blue'}),
      ],
      ['error malformed 3 user.theme: "{\\"a\\":1}"', 'error malformed 4 user.theme: "blue"'],
    ],
    [
      'preferences with unknown values',
      [VERSION, user({message_display: 'huge', military_time: 'maybe', tutorial_step: '7'})],
      [
        'warning not-allowed 2 user.message_display: "huge"',
        'warning not-allowed 2 user.military_time: "maybe"',
        'warning not-allowed 2 user.tutorial_step: "7"',
      ],
    ],
    [
      'notify props',
      [
        VERSION,
        user({
          notify_props: {
            desktop: 'all',
            desktop_sound: true,
            email: 'False',
            mobile: 'loud',
            comments: 'ALL',
            mention_keys: 'a,b',
          },
        }),
      ],
      [
        'error not-allowed 2 user.notify_props.mobile: "loud"',
        'error not-allowed 2 user.notify_props.comments: "ALL"',
      ],
    ],
    [
      'memberships',
      [
        ...before,
        user({
          teams: [
            {
              name: 'ours',
              roles: 'team_admin team_user',
              theme: '{}',
              channels: [
                {
                  name: 'lobby',
                  roles: 'channel_user',
                  favorite: true,
                  notify_props: {desktop: 'default', mark_unread: 'mention'},
                },
                {name: 'attic'},
              ],
            },
            {name: 'theirs', channels: [{name: 'lobby'}]},
          ],
        }),
      ],
      [
        'error unknown-channel 4 user.teams[0].channels[1].name: "ours/attic"',
        'error unknown-team 4 user.teams[1].name: "theirs"',
      ],
    ],
    [
      'a missing picture',
      [VERSION, user({profile_image: 'me.png'})],
      ['error file-missing 2 user.profile_image: "There is no file me.png."'],
    ],
    [
      'a missing picture when missing files are allowed',
      [VERSION, user({profile_image: 'me.png'})],
      ['warning file-missing 2 user.profile_image: "There is no file me.png."'],
      {allowMissingFiles: true},
    ],
  ]);
});

describe('bots', () => {
  check([
    [
      'of a user and of a plugin',
      [VERSION, bot(), bot({username: 'other', owner: 'com.example.plugin'})],
      [],
    ],
    [
      "with a person's name",
      [VERSION, bot({username: 'stored'})],
      ['error not-a-bot 2 bot.username: "stored"'],
    ],
    ['without an owner', [VERSION, bot({owner: undefined})], ['error missing-field 2 bot.owner']],
  ]);
});

describe('posts', () => {
  const at = 1_600_000_000_000;
  check([
    [
      'with all fields of strict mode',
      [...before, post({flagged_by: ['stored'], replies: [], reactions: [], attachments: []})],
      [],
    ],
    ['an empty message', [...before, post({message: ''})], []],
    [
      'without props',
      [...before, post({props: undefined}), post({props: null})],
      ['warning missing-field 4 post.props'],
    ],
    [
      'without props in strict mode',
      [...before, post({props: undefined})],
      ['error missing-field 4 post.props'],
      {strict: true},
    ],
    [
      'newer fields',
      [
        ...before,
        post({
          type: 'custom_calls',
          edit_at: at,
          is_pinned: true,
          thread_followers: [{user: 'stored', last_viewed: at, unread_mentions: 2}],
        }),
      ],
      [],
    ],
    [
      'newer fields in strict mode',
      [...before, post({edit_at: at})],
      ['error not-in-specification 4 post.edit_at'],
      {strict: true},
    ],
    ['an invalid type', [...before, post({type: 'nonsense'})], ['warning malformed 4 post.type: "nonsense"']],
    ['the longest message', [...before, post({message: '😀'.repeat(16_383)})], []],
    [
      'a message that is too long',
      [...before, post({message: 'x'.repeat(16_384)})],
      [`error too-long 4 post.message: "${'x'.repeat(119)}…`],
    ],
    [
      'times',
      [...before, post({create_at: -5}), post({create_at: 0})],
      ['error not-allowed 5 post.create_at: 0'],
    ],
    [
      'unknown users',
      [...before, post({user: 'nobody', flagged_by: ['ghost', 'stored']})],
      ['error unknown-user 4 post.user: "nobody"', 'error unknown-user 4 post.flagged_by[0]: "ghost"'],
    ],
    [
      'unknown channels and teams',
      [...before, post({channel: 'attic'}), post({team: 'theirs'})],
      ['error unknown-channel 4 post.channel: "ours/attic"', 'error unknown-team 5 post.team: "theirs"'],
    ],
    [
      'replies and reactions',
      [
        ...before,
        post({
          replies: [
            {
              user: 'ghost',
              message: 'x',
              create_at: at + 1,
              flagged_by: ['phantom'],
              reactions: [{user: 'spectre', emoji_name: 'x', create_at: at + 2}],
            },
            {user: 'stored', create_at: at},
          ],
          reactions: [{user: 'stored', emoji_name: '', create_at: at}],
        }),
      ],
      ['error missing-field 4 post.replies[1].message', 'error too-short 4 post.reactions[0].emoji_name: ""'],
    ],
    [
      'unknown users in replies and reactions',
      [
        ...before,
        post({
          replies: [
            {
              user: 'ghost',
              message: 'x',
              create_at: at + 1,
              flagged_by: ['phantom'],
              reactions: [{user: 'spectre', emoji_name: 'x', create_at: at + 2}],
            },
          ],
        }),
      ],
      [
        'error unknown-user 4 post.replies[0].user: "ghost"',
        'error unknown-user 4 post.replies[0].flagged_by[0]: "phantom"',
        'error unknown-user 4 post.replies[0].reactions[0].user: "spectre"',
      ],
    ],
    [
      'replies and reactions that are older than their post',
      [
        ...before,
        post({
          replies: [{user: 'stored', message: 'x', create_at: at - 1}],
          reactions: [{user: 'stored', emoji_name: 'x', create_at: at - 2}],
        }),
      ],
      [
        `warning before-parent 4 post.reactions[0].create_at: ${at - 2}`,
        `warning before-parent 4 post.replies[0].create_at: ${at - 1}`,
      ],
    ],
    [
      'missing files in a line with an error',
      [
        ...before,
        post({
          attachments: [{path: 'a'}, {}],
          replies: [{user: 'stored', message: '', create_at: at, attachments: [{path: 'b'}]}],
        }),
      ],
      ['error missing-field 4 post.attachments[1].path'],
    ],
    [
      'missing files in a valid line',
      [
        ...before,
        post({
          attachments: [{path: 'a'}],
          replies: [{user: 'stored', message: '', create_at: at, attachments: [{path: 'b'}]}],
        }),
      ],
      [
        'error file-missing 4 post.attachments[0].path: "There is no file a."',
        'error file-missing 4 post.replies[0].attachments[0].path: "There is no file b."',
      ],
    ],
    [
      'props that are too deep',
      [...before, post({props: JSON.parse(`${'{"a":'.repeat(66)}1${'}'.repeat(66)}`)})],
      ['error too-deep 4 post.props'],
    ],
    [
      'props that are too long',
      [...before, post({props: {a: 'x'.repeat(800_000)}})],
      ['error too-long 4 post.props'],
    ],
  ]);
});

describe('direct channels and direct posts', () => {
  const people = (count: number) =>
    Array.from({length: count}, (_, i) => user({username: `u${i}`, email: `u${i}@example.com`}));
  const names = (count: number) => Array.from({length: count}, (_, i) => `u${i}`);
  check([
    [
      'two, and a post in any order of members',
      [...beforeDirect, directChannel(), directPost({channel_members: ['stored', 'Ann']})],
      [],
    ],
    [
      'a channel with oneself',
      [
        ...beforeDirect,
        directChannel({members: ['ann', 'ann']}),
        directPost({channel_members: ['ann', 'ann']}),
      ],
      [],
    ],
    ['eight', [VERSION, ...people(8), directChannel({members: names(8)})], []],
    [
      'one',
      [...beforeDirect, directChannel({members: ['ann']})],
      ['error wrong-number 3 direct_channel.members: ["ann"]'],
    ],
    [
      'nine',
      [VERSION, ...people(9), directChannel({members: names(9)})],
      ['error wrong-number 11 direct_channel.members: ["u0","u1","u2","u3","u4","u5","u6","u7","u8"]'],
    ],
    [
      'one of three twice',
      [...beforeDirect, directChannel({members: ['ann', 'ann', 'stored']})],
      ['error repeated-member 3 direct_channel.members: ["ann","ann","stored"]'],
    ],
    [
      'no members',
      [VERSION, {type: 'direct_channel', direct_channel: {}}],
      ['error missing-field 2 direct_channel.members'],
    ],
    [
      'participants',
      [
        ...beforeDirect,
        directChannel({
          members: undefined,
          participants: [
            {username: 'ann', last_viewed_at: 1, notify_props: {desktop: 'all'}},
            {username: 'stored'},
          ],
          shown_by: ['ann'],
        }),
        directPost(),
      ],
      [],
    ],
    [
      'a favorite of someone who is not a member',
      [...beforeDirect, directChannel({favorited_by: ['admin']})],
      ['error not-a-member 3 direct_channel.favorited_by: ["admin"]'],
    ],
    [
      'saved by someone who is not a member',
      [...beforeDirect, directChannel(), directPost({flagged_by: ['admin']})],
      ['error not-a-member 4 direct_post.flagged_by: ["admin"]'],
    ],
    [
      'unknown members',
      [
        ...beforeDirect,
        directChannel({members: ['ann', 'ghost']}),
        directPost({channel_members: ['ann', 'ghost']}),
      ],
      [
        'error unknown-user 3 direct_channel.members[1]: "ghost"',
        'error unknown-user 4 direct_post.channel_members[1]: "ghost"',
      ],
    ],
    [
      'no such channel',
      [...beforeDirect, directPost()],
      ['error unknown-direct-channel 3 direct_post.channel_members: "ann, stored"'],
    ],
    [
      'a channel in a later line',
      [...beforeDirect, directPost(), directChannel()],
      ['error unknown-direct-channel 3 direct_post.channel_members: "ann, stored"', 'warning out-of-order 4'],
    ],
    [
      'a channel to be created',
      [...beforeDirect, directPost(), directPost()],
      [],
      {createDirectChannels: true},
    ],
  ]);
});

describe('emoji', () => {
  check([
    [
      'without its image',
      [VERSION, emoji()],
      ['error file-missing 2 emoji.image: "There is no file image.png."'],
    ],
    ['a broken name', [VERSION, emoji({name: 'a b'})], ['error malformed 2 emoji.name: "a b"']],
  ]);

  test('with a good and a bad image', async () => {
    const png = await sharp({create: {width: 4, height: 4, channels: 3, background: 'red'}})
      .png()
      .toBuffer();
    const files = {'image.png': png, 'bad.png': Buffer.from('no image')};
    const lines = [VERSION, emoji(), emoji({name: 'bad', image: 'bad.png'}), emoji({name: 'smile'})];
    expect(await findingsIn(lines, {}, files)).toEqual([
      'error unusable-image 3 emoji.image: "bad.png: The image cannot be used. Send a valid PNG, JPEG, GIF or WebP of reasonable dimensions."',
      'warning built-in-emoji 4 emoji.name: "smile"',
    ]);
  });
});

describe('findings', () => {
  test('a rule that is broken thousands of times is one group with a count and the first examples', async () => {
    const lines = [
      ...before,
      ...Array.from({length: 5000}, (_, i) => post({create_at: at(i), user: i % 2 ? 'x' : 'y'})),
    ];
    const report = await server.features.bulkImport.validate(importSource(lines));
    expect(report.findings.errors).toBe(5000);
    expect(
      report.findings.groups().map(({count, examples}) => [count, examples.length, examples[0]]),
    ).toEqual([
      [2500, 20, {line: 4, path: 'post.user', value: '"y"'}],
      [2500, 20, {line: 5, path: 'post.user', value: '"x"'}],
    ]);
  });
  const at = (i: number) => 1_600_000_000_000 + i;

  test('the number of groups by name is limited', async () => {
    const lines = [...before, ...Array.from({length: 1500}, (_, i) => post({user: `ghost${i}`}))];
    const {findings} = await server.features.bulkImport.validate(importSource(lines));
    expect(findings.errors).toBe(1500);
    expect(findings.groups()).toHaveLength(1000);
    expect(findings.groupsLeftOut).toBe(500);
  });

  test('later lines can refer to objects of a line with errors', async () => {
    const lines = [VERSION, team({display_name: ''}), channel(), user({password: 'x'}), post({user: 'ann'})];
    expect(await findingsIn(lines)).toEqual([
      'error too-short 2 team.display_name: ""',
      'error weak-password 4 user.password',
    ]);
  });
});

test('validation writes nothing', async () => {
  const digest = () =>
    server.platform.database.rows({
      text: 'select (select count(*) from Teams) as t, (select count(*) from Users) as u, (select count(*) from Posts) as p',
    });
  const beforehand = await digest();
  await findingsIn([...before, user(), post()]);
  expect(await digest()).toEqual(beforehand);
});

test('validation never throws, whatever the file contains', async () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .tuple(
        fc.constantFrom(
          'scheme',
          'emoji',
          'team',
          'channel',
          'user',
          'bot',
          'post',
          'direct_channel',
          'direct_post',
          'role',
          'version',
        ),
        fc.jsonValue(),
      )
      .map(([type, holder]) => JSON.stringify({type, [type]: holder})),
    fc
      .tuple(
        fc.constantFrom(
          ...([team(), channel(), user(), post(), directPost(), directChannel(), bot(), scheme()] as {
            type: string;
          }[]),
        ),
        fc.dictionary(
          fc.constantFrom(
            'name',
            'team',
            'username',
            'members',
            'channel_members',
            'teams',
            'replies',
            'props',
            'flagged_by',
            'reactions',
            'create_at',
            'roles',
            'scheme',
            '__proto__',
            'constructor',
            'toString',
          ),
          fc.jsonValue(),
        ),
      )
      .map(([line, fields]) =>
        JSON.stringify({...line, [line.type]: {...((line as never)[line.type] as object), ...fields}}),
      ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, {maxLength: 8}), fc.boolean(), async (lines, strict) => {
      await findingsIn([VERSION, ...lines.map((line) => line.replaceAll('\n', ' '))], {
        strict,
        createDirectChannels: strict,
      });
    }),
    {numRuns: 150},
  );
});
