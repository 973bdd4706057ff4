import type {Post, PostList} from '@mattermost/types/posts';
import type {Reaction} from '@mattermost/types/reactions';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useMemo} from 'react';
import {atomFamily, updateIfLoaded, useFamily} from '../../lib/atom-family.ts';
import {isIncluded} from '../../lib/changes-during-load.ts';
import {rememberPictureSize} from '../../lib/picture-sizes.ts';
import {requestTime} from '../../lib/server.ts';
import {readPeople} from '../people/people.ts';

/** By id, all posts that any list on the page shows. */
const $post = atomFamily(() => atom<Post | undefined>());

export function usePost(id: string): Post | undefined {
  return useStore($post(id));
}

export function loadedPost(id: string): Post | undefined {
  return $post(id).get();
}

/** When posts were requested, by id, in milliseconds since 1970. Posts from live events were not requested. */
const requestedAt = new Map<string, number | undefined>();

/**
 * Stores posts sent by the server: each is a response, or part of `response`. An older version never replaces a newer
 * one.
 */
export function rememberPosts(list: Iterable<Post>, response?: object): void {
  for (const post of list) {
    for (const [url, {width, height}] of Object.entries(post.metadata?.images ?? {})) {
      rememberPictureSize(url, [width, height]);
    }
    const before = $post(post.id).get();
    if (before && post.update_at < before.update_at) continue;
    // An unchanged post keeps its reactions, so it stays as old as before.
    if (post.update_at !== before?.update_at) requestedAt.set(post.id, requestTime(response ?? post));
    $post(post.id).set(withReactions(withThread(post, before), before));
  }
}

/** Stores a list of posts, and loads the people in it, so that all names appear at the same time. */
export async function receivePosts(list: PostList): Promise<void> {
  const received = Object.values(list.posts);
  rememberPosts(received, list);
  await readPeople(received.flatMap(peopleInPost));
}

/** The author of a post, and the people named in a system message. */
export function peopleInPost({user_id, props}: Post): string[] {
  const named = [props?.addedUserId, props?.removedUserId].filter((id) => typeof id === 'string');
  return [user_id, ...named];
}

// Lists such as search results don't say who has replied, and whether the person follows the thread.
function withThread(post: Post, before: Post | undefined): Post {
  if (post.participants || !before?.participants) return post;
  return {...post, participants: before.participants, is_following: before.is_following};
}

// Reactions don't change `update_at`. If it is equal, the reactions stored here are newer than the loaded ones.
function withReactions(post: Post, before: Post | undefined): Post {
  if (post.update_at !== before?.update_at || !post.metadata) return post;
  return {...post, metadata: {...post.metadata, reactions: before.metadata?.reactions}};
}

/** Changes a post, if it is loaded. An event that is older than its request changes nothing. */
export function changePost(id: string, change: (post: Post) => Post): void {
  if (!isIncluded(requestedAt.get(id))) updateIfLoaded($post(id), change);
}

export function addReaction(reaction: Reaction): void {
  changePost(reaction.post_id, (post) => {
    const others = (post.metadata.reactions ?? []).filter((one) => !isSame(one, reaction));
    return {...post, metadata: {...post.metadata, reactions: [...others, reaction]}};
  });
}

export function removeReaction(reaction: Reaction): void {
  changePost(reaction.post_id, (post) => ({
    ...post,
    metadata: {
      ...post.metadata,
      reactions: (post.metadata.reactions ?? []).filter((one) => !isSame(one, reaction)),
    },
  }));
}

function isSame(a: Reaction, b: Reaction): boolean {
  return a.user_id === b.user_id && a.emoji_name === b.emoji_name;
}

/** Compares posts by time, and by id if the times are equal. */
function comparePosts(a: Post, b: Post): number {
  return a.create_at - b.create_at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The ids of loaded posts without duplicates, in the order of the posts. */
export function sortPostIds(ids: Iterable<string>): string[] {
  const list = [...new Set(ids)].map((id) => $post(id).get()).filter((post) => post !== undefined);
  return list.sort(comparePosts).map(({id}) => id);
}

const NO_IDS: readonly string[] = [];

/** The posts of a list, in its order. */
export function usePostsByIds(ids: readonly string[] = NO_IDS): readonly Post[] {
  const list = useFamily($post, ids);
  return useMemo(() => list.filter((post) => post !== undefined), [list]);
}
