import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';

let crew: Crew;

beforeAll(async () => {
  crew = await createCrew();
});
afterAll(() => crew.close());

interface SystemMessage {
  type: string;
  user_id: string;
  message: string;
  props: Record<string, unknown>;
}

/** The system messages in the channel, oldest first. */
async function systemMessages(channelId: string): Promise<SystemMessage[]> {
  await crew.server.features.systemMessages.idle();
  const {body} = await crew.server.admin.get(`/channels/${channelId}/posts`);
  return body.order
    .map((id: string) => body.posts[id])
    .filter((post: SystemMessage) => post.type.startsWith('system_'))
    .map(({type, user_id, message, props}: SystemMessage) => ({type, user_id, message, props}))
    .reverse();
}

test('a channel announces joins, leaves and changes', async () => {
  const {ann, bob, cat} = crew;
  const {channels} = crew.server.features;
  const id = await crew.channel('story', [ann]);
  await channels.addMember(id, bob.id, bob.id);
  await channels.addMember(id, cat.id, ann.id);
  await channels.removeMember(id, bob.id, bob.id);
  await channels.removeMember(id, cat.id, ann.id);
  await channels.change(id, {display_name: 'New', header: 'About', purpose: 'Why'}, ann.id);
  await channels.change(id, {header: 'More', purpose: ''}, ann.id);
  await channels.convert(id, 'P', ann.id);
  await channels.archive(id, ann.id);
  await channels.restore(id, ann.id);

  expect(await systemMessages(id)).toEqual([
    {
      type: 'system_join_channel',
      user_id: ann.id,
      message: 'ann joined the channel.',
      props: {username: 'ann'},
    },
    {
      type: 'system_join_channel',
      user_id: bob.id,
      message: 'bob joined the channel.',
      props: {username: 'bob'},
    },
    {
      type: 'system_add_to_channel',
      user_id: ann.id,
      message: 'cat was added to the channel by ann.',
      props: {userId: ann.id, username: 'ann', addedUserId: cat.id, addedUsername: 'cat'},
    },
    {
      type: 'system_leave_channel',
      user_id: bob.id,
      message: 'bob left the channel.',
      props: {username: 'bob'},
    },
    {
      type: 'system_remove_from_channel',
      user_id: ann.id,
      message: 'cat was removed from the channel.',
      props: {username: 'cat', removedUserId: cat.id, removedUsername: 'cat'},
    },
    {
      type: 'system_displayname_change',
      user_id: ann.id,
      message: 'ann changed the name of the channel from "story" to "New".',
      props: {username: 'ann', old_displayname: 'story', new_displayname: 'New'},
    },
    {
      type: 'system_header_change',
      user_id: ann.id,
      message: 'ann set the header of the channel to "About".',
      props: {username: 'ann', old_header: '', new_header: 'About'},
    },
    {
      type: 'system_purpose_change',
      user_id: ann.id,
      message: 'ann set the purpose of the channel to "Why".',
      props: {username: 'ann', old_purpose: '', new_purpose: 'Why'},
    },
    {
      type: 'system_header_change',
      user_id: ann.id,
      message: 'ann changed the header of the channel from "About" to "More".',
      props: {username: 'ann', old_header: 'About', new_header: 'More'},
    },
    {
      type: 'system_purpose_change',
      user_id: ann.id,
      message: 'ann removed the purpose of the channel, which was "Why".',
      props: {username: 'ann', old_purpose: 'Why', new_purpose: ''},
    },
    {
      type: 'system_change_chan_privacy',
      user_id: ann.id,
      message: 'ann made the channel private.',
      props: {username: 'ann', new_type: 'P'},
    },
    {
      type: 'system_channel_deleted',
      user_id: ann.id,
      message: 'ann archived the channel.',
      props: {username: 'ann'},
    },
    {
      type: 'system_channel_restored',
      user_id: ann.id,
      message: 'ann unarchived the channel.',
      props: {username: 'ann'},
    },
  ]);
});

test('Town Square announces users who join and leave the team', async () => {
  const {ann} = crew;
  const {teams} = crew.server.features;
  const eve = await crew.server.person('eve');
  const before = (await systemMessages(crew.channelId)).length;
  await teams.addMember(crew.teamId, eve.id, ann.id);
  await teams.removeMember(crew.teamId, eve.id, eve.id);
  await teams.addMember(crew.teamId, eve.id, eve.id);
  await teams.removeMember(crew.teamId, eve.id, ann.id);
  expect((await systemMessages(crew.channelId)).slice(before).map(({type}) => type)).toEqual([
    'system_add_to_team',
    'system_leave_team',
    'system_join_team',
    'system_remove_from_team',
  ]);
});

test("adding a user mentions them, and join notices don't count as messages", async () => {
  const {ann, bob} = crew;
  const {channels, systemMessages} = crew.server.features;
  const id = await crew.channel('welcome', [ann]);
  await channels.addMember(id, bob.id, ann.id);
  await systemMessages.idle();
  const rows = await crew.server.platform.database.rows({
    text: `
      select m.MentionCount, c.TotalMsgCount from ChannelMembers m join Channels c on c.Id = m.ChannelId
      where m.ChannelId = $1 and m.UserId = $2`,
    values: [id, bob.id],
  });
  expect(rows).toEqual([{mentioncount: 1, totalmsgcount: 0}]);
});

test('the message that someone was added can be in a thread of the channel', async () => {
  const {ann, bob, cat} = crew;
  const id = await crew.channel('thread', [ann]);
  const reply = await crew.post(ann, 'Ask bob', {
    channel_id: id,
    root_id: (await crew.post(ann, 'Who knows?', {channel_id: id})).id,
  });
  const elsewhere = await crew.post(ann, 'In another channel');
  const add = (user_id: string, post_root_id: string) =>
    ann.post(`/channels/${id}/members`, {user_id, post_root_id});
  expect((await add(bob.id, reply.id)).status).toBe(201);
  expect((await add(cat.id, elsewhere.id)).status).toBe(201);
  await crew.server.features.systemMessages.idle();
  const {body} = await ann.get(`/channels/${id}/posts`);
  const added = (body.order as string[]).map((it) => body.posts[it]).filter(({type}) => /add_to/.test(type));
  expect(added.map(({props, root_id}) => [props.addedUserId, root_id])).toEqual([
    [cat.id, ''],
    [bob.id, reply.root_id],
  ]);
});
