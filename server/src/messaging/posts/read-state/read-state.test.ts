import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
});
afterAll(() => crew.close());

describe('marking as unread', () => {
  test('resets the read state to before the post, including mentions', async () => {
    const id = await crew.channel('again', [ann, bob]);
    const in_ = {channel_id: id};
    const {create_at: start} = await crew.post(ann, 'one', in_);
    const second = await crew.post(ann, '@bob two', in_);
    await crew.post(ann, 'three @channel', {...in_, root_id: second.id});
    await crew.post(bob, 'my own @bob', in_);
    await crew.server.features.channels.reading.view(bob.id, [id]);
    const unread = await bob.post(`/users/me/posts/${second.id}/set_unread`, {
      collapsed_threads_supported: true,
    });
    expect(unread).toMatchObject({
      status: 200,
      body: {
        team_id: crew.teamId,
        user_id: bob.id,
        channel_id: id,
        msg_count: 1,
        msg_count_root: 1,
        mention_count: 2,
        mention_count_root: 1,
        urgent_mention_count: 0,
        last_viewed_at: second.create_at - 1,
      },
    });
    expect(unread.body.last_viewed_at).toBeGreaterThanOrEqual(start);
  });

  test("requires membership and one's own user id", async () => {
    const id = await crew.channel('not-mine', [ann]);
    const post = await crew.post(ann, 'x', {channel_id: id});
    expect((await bob.post(`/users/me/posts/${post.id}/set_unread`)).status).toBe(400);
    expect((await bob.post(`/users/${ann.id}/posts/${post.id}/set_unread`)).status).toBe(403);
  });
});

describe('an acknowledgement', () => {
  test('is shown with the post once and can be removed', async () => {
    const post = await crew.post(ann, 'read', {
      metadata: {priority: {priority: 'important', requested_ack: true}},
    });
    const first = await bob.post(`/users/me/posts/${post.id}/ack`);
    expect(first.body).toEqual({post_id: post.id, user_id: bob.id, acknowledged_at: expect.any(Number)});
    expect((await bob.post(`/users/me/posts/${post.id}/ack`)).body).toEqual(first.body);
    for (const method of ['post', 'delete'] as const) {
      const byAdministrator = await crew.server.admin[method](`/users/${bob.id}/posts/${post.id}/ack`);
      expect(byAdministrator.status).toBe(403);
    }
    const shown = await ann.get(`/posts/${post.id}`);
    expect(shown.body.metadata.acknowledgements).toEqual([first.body]);
    expect((await bob.delete(`/users/me/posts/${post.id}/ack`)).status).toBe(200);
    expect((await ann.get(`/posts/${post.id}`)).body.metadata).not.toHaveProperty('acknowledgements');
  });
});
