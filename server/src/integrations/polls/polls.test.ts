import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import {textsIn} from '../../messaging/texts/texts.ts';
import type {Settings} from '../../platform/config/settings.ts';
import {parsePoll} from './poll-text.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let cat: Person;

const ENGLISH = textsIn('en', {LocalizationSettings: {DefaultServerLocale: 'en'}} as Settings).polls;

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob, cat} = crew);
});
afterAll(() => crew.close());

async function createPoll(channelId: string, text: string): Promise<string> {
  const {status, body} = await ann.post('/commands/execute', {
    channel_id: channelId,
    command: `/poll ${text}`,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const page = (await ann.get(`/channels/${channelId}/posts?per_page=1`)).body;
  return page.order[0];
}

const press = (person: Person, postId: string, actionId: string) =>
  person.post(`/posts/${postId}/actions/${actionId}`, {});

/** The lines of a poll, such as `Pizza: 1 vote (100%): @bob`, and its footer. */
async function resultOf(postId: string): Promise<{lines: string[]; footer: string; actions: string[]}> {
  const [attachment] = (await ann.get(`/posts/${postId}`)).body.props.attachments;
  return {
    lines: attachment.fields.map(({title, value}: {title: string; value: string}) => `${title}: ${value}`),
    footer: attachment.footer,
    actions: (attachment.actions ?? []).map(({id}: {id: string}) => id),
  };
}

describe('a poll', () => {
  test("answers people in their language, and its default options are in its author's language", async () => {
    const channelId = await crew.channel('sprachen', [ann, bob]);
    await ann.put('/users/me/patch', {locale: 'de'});
    const id = await createPoll(channelId, '"Gehen wir essen?"');
    await ann.put('/users/me/patch', {locale: 'en'});
    expect((await resultOf(id)).lines).toEqual(['Ja: 0 votes (0%)', 'Nein: 0 votes (0%)']);
    const replies: unknown[] = [];
    const stop = crew.server.platform.events.inStreamOrder(
      'post:ephemeral',
      ({userId, post}) => void replies.push([userId, post.message, post.props]),
    );
    await bob.put('/users/me/patch', {locale: 'fr'});
    await press(bob, id, 'vote0');
    await bob.put('/users/me/patch', {locale: 'en'});
    await press(bob, id, 'vote0');
    stop();
    expect(replies).toEqual([
      [
        bob.id,
        'Vous avez voté pour «\u00a0Ja\u00a0». Toutes les personnes du canal peuvent voir votre vote.',
        // They are from the server, not from an integration.
        {},
      ],
      [bob.id, 'You took your vote back.', {}],
    ]);
  });

  test('counts one vote of each person, which they can change and take back, until its author ends it', async () => {
    const channelId = await crew.channel('lunch', [ann, bob, cat]);
    const id = await createPoll(channelId, '"Where do we eat?" "Pizza" “Curry”');
    const {body: post} = await bob.get(`/posts/${id}`);
    expect(post).toMatchObject({user_id: ann.id, message: 'Where do we eat?', type: 'custom_poll'});
    expect(JSON.stringify(post)).not.toContain('patchbay:poll');
    expect((await press(bob, id, 'vote0')).status).toBe(200);
    expect((await press(cat, id, 'vote0')).status).toBe(200);
    expect((await press(bob, id, 'vote1')).status).toBe(200);
    expect(await resultOf(id)).toEqual({
      lines: ['Pizza: 1 vote (50%): @cat', 'Curry: 1 vote (50%): @bob'],
      footer: 'Poll · one vote each · names are shown · 2 people voted',
      actions: ['vote0', 'vote1', 'end'],
    });
    await press(cat, id, 'vote0');
    expect((await resultOf(id)).lines).toEqual(['Pizza: 0 votes (0%)', 'Curry: 1 vote (100%): @bob']);

    // Votes are not edits, and no one can change the votes of others.
    expect((await ann.get(`/posts/${id}`)).body.edit_at).toBe(0);
    const edit = await ann.put(`/posts/${id}/patch`, {message: 'Who pays?'});
    expect(edit).toMatchObject({status: 400, body: {id: 'api.post.update_post.poll.app_error'}});
    expect((await press(bob, id, 'end')).status).toBe(403);
    expect((await press(ann, id, 'end')).status).toBe(200);
    expect(await resultOf(id)).toMatchObject({
      footer: 'Poll ended · one vote each · names are shown · 1 person voted',
      actions: [],
    });
    expect((await press(cat, id, 'vote0')).status).toBe(404);
  });

  test('tells only the voters what they voted for', async () => {
    const channelId = await crew.channel('secret-ballot', [ann, bob, cat]);
    const id = await createPoll(channelId, '"When?" "Mon" "Tue" "Wed" --multiple --anonymous');
    const votesOf = async (person: Person) => (await person.get(`/posts/${id}/poll_votes`)).body;
    expect(await votesOf(bob)).toEqual({options: []});
    const announced: unknown[] = [];
    const stop = crew.server.platform.events.inStreamOrder(
      'poll-votes:changed',
      (votes) => void announced.push(votes),
    );
    await press(bob, id, 'vote2');
    await press(bob, id, 'vote0');
    expect([await votesOf(bob), await votesOf(cat)]).toEqual([{options: [0, 2]}, {options: []}]);
    await press(bob, id, 'vote2');
    await press(ann, id, 'end');
    stop();
    expect(announced).toEqual([[2], [2, 0], [0]].map((options) => ({userId: bob.id, postId: id, options})));
    expect(await votesOf(bob)).toEqual({options: [0]});
    expect((await crew.stranger.get(`/posts/${id}/poll_votes`)).status).toBe(403);
  });

  test('with several votes and without names counts concurrent votes', async () => {
    const channelId = await crew.channel('dates', [ann, bob, cat]);
    const id = await createPoll(channelId, '"When?" "Mon" "Tue" "Wed" --multiple --anonymous');
    const votes = [ann, bob, cat].flatMap((person) => [
      press(person, id, 'vote0'),
      press(person, id, 'vote2'),
    ]);
    expect((await Promise.all(votes)).map(({status}) => status)).toEqual(votes.map(() => 200));
    const {lines, footer} = await resultOf(id);
    expect((await ann.get(`/posts/${id}`)).body.props.poll).toEqual({
      multiple: true,
      anonymous: true,
      ended: false,
      voters: 3,
      options: [3, 0, 3].map((count) => ({votes: count, usernames: []})),
    });
    expect(lines).toEqual(['Mon: 3 votes (100%)', 'Tue: 0 votes (0%)', 'Wed: 3 votes (100%)']);
    expect(footer).toBe('Poll · several votes each · names are not shown · 3 people voted');
    // Two simultaneous votes of the same person count once or not at all, but never twice.
    await Promise.all([press(bob, id, 'vote1'), press(bob, id, 'vote1')]);
    expect((await resultOf(id)).lines[1]).toBe('Tue: 0 votes (0%)');
  });

  test('checks rights with every vote', async () => {
    const channelId = await crew.channel('closed', [ann, bob, cat]);
    const id = await createPoll(channelId, '"Ready?"');
    expect((await press(crew.stranger, id, 'vote0')).status).toBe(403);
    await cat.delete(`/channels/${channelId}/members/${cat.id}`);
    expect((await press(cat, id, 'vote0')).status).toBe(403);
    const gone = await crew.server.person('leaver');
    await crew.server.features.teams.addMember(crew.teamId, gone.id, ann.id);
    await crew.server.features.channels.addMember(channelId, gone.id, gone.id);
    expect((await press(gone, id, 'vote0')).status).toBe(200);
    await crew.server.admin.delete(`/users/${gone.id}`);
    expect((await press(gone, id, 'vote1')).status).toBe(401);
    // Votes that were cast stay.
    expect((await resultOf(id)).lines[0]).toBe('Yes: 1 vote (100%): @leaver');
    // A button that only looks like a poll's has nothing to count.
    const forged = await crew.post(bob, 'vote!', {
      channel_id: channelId,
      props: {attachments: [{actions: [{id: 'a', name: 'A', integration: {url: 'patchbay:poll'}}]}]},
    });
    expect((await press(bob, forged.id, 'a')).status).toBe(404);
    const fake = {channel_id: channelId, message: 'vote!', type: 'custom_poll'};
    expect(await bob.post('/posts', fake)).toMatchObject({status: 400, body: {path: 'type'}});
    await ann.delete(`/channels/${channelId}`);
    expect((await press(bob, id, 'vote0')).status).toBe(400);
  });

  test.each([
    ['no question', '', 'A poll needs a question in quotes.'],
    ['words without quotes', '"Lunch?" pizza', '"pizza" is neither in quotes nor'],
    ['one option', '"Lunch?" "Pizza"', 'A poll has 2 to 10 options, but this one has 1.'],
    [
      'too many options',
      `"n?" ${Array.from({length: 11}, (_, n) => `"${n}"`).join(' ')}`,
      'this one has 11.',
    ],
    ['the same option twice', '"Lunch?" "Pizza" "Pizza"', 'The option "Pizza" appears twice.'],
    ['a long option', `"Lunch?" "Pizza" "${'x'.repeat(101)}"`, 'The option has 101 characters.'],
    ['an empty option', '"Lunch?" "Pizza" " "', 'An option is empty.'],
  ])('is rejected for %s', (_, text, message) => {
    expect(() => parsePoll(text, ENGLISH)).toThrow(message);
  });
});
