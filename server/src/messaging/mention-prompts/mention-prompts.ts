import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Groups} from '../groups/groups.ts';
import {actorFor, type OnBehalf} from '../on-behalf/on-behalf.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {mentionedNames, type Posts} from '../posts/posts.ts';
import {type Texts, textsIn} from '../texts/texts.ts';
import type {Visibility} from '../visibility/visibility.ts';
import {selectAbsentUsers} from './store.ts';

/** The maximum number of names per message that are looked up. */
const MAX_NAMES = 50;
/** The maximum number of users in a prompt. */
const MAX_PEOPLE = 100;

/**
 * Tells authors which mentioned users were not notified because they are not in the channel, and lets authors add them
 * (docs/specification.md#mentions-of-people-outside-of-the-channel).
 */
export function createMentionPrompts({
  database,
  config,
  events,
  groups,
  onBehalf,
  permissions,
  posts,
  visibility,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  groups: Groups;
  onBehalf: OnBehalf;
  permissions: Permissions;
  posts: Posts;
  visibility: Visibility;
}): void {
  async function mentionedGroups(
    actor: Actor,
    names: readonly string[],
    channelId: string,
  ): Promise<string[]> {
    const mentionable = await groups.mentionable();
    const ids = names.flatMap((name) => mentionable.get(name) ?? []);
    if (ids.length === 0) return [];
    return (await permissions.can(actor, 'use_group_mentions', {channelId})) ? ids : [];
  }

  // Only on the node that created the post. It doesn't matter if a prompt is lost with its node.
  events.onOrigin('post:created', async ({post, channel, isWebhook, isMoved}) => {
    if (isWebhook || isMoved || channel.teamId === '' || (post.type !== '' && post.type !== 'me')) return;
    const names = mentionedNames(post.message, MAX_NAMES);
    if (names.length === 0) return;
    const author = await onBehalf.activeAccount(post.user_id);
    if ('reason' in author || author.isbot) return;
    const actor = actorFor(author);
    const absent = await selectAbsentUsers(database, {
      usernames: names,
      groupIds: await mentionedGroups(actor, names, channel.id),
      teamId: channel.teamId,
      channelId: channel.id,
      limit: MAX_PEOPLE,
    });
    const people = await visibility.only(
      actor,
      absent.filter(({id}) => id !== author.id),
    );
    const texts = textsIn(author.locale, config.get());
    const show = (message: string, more: {id?: string; computedProps?: Record<string, unknown>} = {}) =>
      posts.ephemeral(author.id, {
        channelId: channel.id,
        authorId: author.id,
        rootId: post.root_id,
        message,
        ...more,
      });

    const notInChannel = people.filter(({isinteam}) => isinteam);
    if (notInChannel.length > 0) {
      const id = newId();
      const usernames = notInChannel.map(({username}) => username);
      const userIds = notInChannel.map((user) => user.id);
      await show(notNotified(usernames, 'channel', texts), {
        id,
        computedProps: {
          // The format of the reference server. Older clients read the first two lists.
          add_channel_member: {
            post_id: id,
            usernames,
            user_ids: userIds,
            not_in_channel_usernames: usernames,
            not_in_channel_user_ids: userIds,
            not_in_groups_usernames: [],
            not_in_groups_user_ids: [],
          },
        },
      });
    }
    const notInTeam = people.filter(({isinteam}) => !isinteam);
    if (notInTeam.length > 0) {
      await show(
        notNotified(
          notInTeam.map(({username}) => username),
          'team',
          texts,
        ),
      );
    }
  });
}

function notNotified(
  usernames: readonly string[],
  scope: 'channel' | 'team',
  {list, mentions}: Texts,
): string {
  const names = list(usernames.map((name) => `@${name}`));
  const isOne = usernames.length === 1;
  if (scope === 'channel') {
    return isOne ? mentions.absentFromChannel(names) : mentions.severalAbsentFromChannel(names);
  }
  return isOne ? mentions.absentFromTeam(names) : mentions.severalAbsentFromTeam(names);
}
