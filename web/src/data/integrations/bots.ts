import type {Bot as OfficialBot} from '@mattermost/types/bots';
import type {UserAccessToken} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {rememberPeople} from '../people/people.ts';

/** What the server tells of a bot, with what the official library does not know of. */
export interface Bot extends OfficialBot {
  last_icon_update?: number;
}

/** What the server tells of a token, with what the official library does not know of. */
export interface BotToken extends UserAccessToken {
  create_at: number;
  /** 0: never. */
  last_used_at: number;
}

const listKey = ['bots'];
const botKey = (id: string) => ['bot', id];
const tokensKey = (id: string) => ['bot-tokens', id];

/** All bots that the person may see, those at work first. */
export function useBots() {
  return useQuery({
    queryKey: listKey,
    queryFn: async () => {
      const bots = await allPages((page, perPage) => server.getBotsIncludeDeleted(page, perPage));
      const isOff = ({delete_at}: Bot) => (delete_at > 0 ? 1 : 0);
      return bots.sort((a, b) => isOff(a) - isOff(b) || a.username.localeCompare(b.username));
    },
  });
}

export function useBot(id: string) {
  return useQuery({queryKey: botKey(id), queryFn: (): Promise<Bot> => server.getBot(id)});
}

/** The roles of the bot's account. */
export function useBotRoles(id: string) {
  return useQuery({
    queryKey: [...botKey(id), 'roles'],
    queryFn: async () => (await server.getUser(id)).roles,
  });
}

export function useBotTokens(id: string, enabled: boolean) {
  return useQuery({
    queryKey: tokensKey(id),
    queryFn: () => server.call<BotToken[]>(`/users/${id}/tokens?per_page=200`),
    enabled,
  });
}

export const refreshBotTokens = (id: string) => queries.invalidateQueries({queryKey: tokensKey(id)});

/** Reads anew what is shown of a bot, its name in messages too. */
export async function refreshBot(id: string): Promise<void> {
  const [user] = await Promise.all([
    server.getUser(id),
    queries.invalidateQueries({queryKey: botKey(id)}),
    queries.invalidateQueries({queryKey: listKey}),
  ]);
  rememberPeople([user]);
}

/** Where a bot may post beyond the channels that it is in. */
export type Reach = 'joined' | 'public' | 'all';

const REACH_ROLES: Record<Reach, string[]> = {
  joined: [],
  public: ['system_post_all_public'],
  all: ['system_post_all'],
};
const ADMIN = 'system_admin';

export function isAdministratorBot(roles: string): boolean {
  return roles.split(' ').includes(ADMIN);
}

export function reachOf(roles: string): Reach {
  const names = roles.split(' ');
  if (names.includes('system_post_all')) return 'all';
  return names.includes('system_post_all_public') ? 'public' : 'joined';
}

/** The roles with these two answers in them; others stay. */
export function rolesWith(roles: string, {isAdmin, reach}: {isAdmin: boolean; reach: Reach}): string {
  const ours = new Set([ADMIN, ...Object.values(REACH_ROLES).flat()]);
  const others = roles.split(' ').filter((name) => name !== '' && !ours.has(name));
  return [...others, ...(isAdmin ? [ADMIN] : []), ...REACH_ROLES[reach]].join(' ');
}

export async function setBotRoles(id: string, roles: string): Promise<void> {
  await server.updateUserRoles(id, roles);
  await refreshBot(id);
}

/** Gives a bot a picture, or with null the one of its initials. */
export async function setBotIcon(id: string, image: File | null): Promise<void> {
  if (image) {
    const body = new FormData();
    body.append('image', image);
    await server.call(`/bots/${id}/icon`, {method: 'POST', body});
  } else {
    await server.call(`/bots/${id}/icon`, {method: 'DELETE'});
  }
  await refreshBot(id);
}

/** Makes a token; its secret is in `token`, this once. */
export async function makeBotToken(id: string, description: string): Promise<UserAccessToken> {
  const made = await server.createUserAccessToken(id, description);
  await refreshBotTokens(id);
  return made;
}

/** Gives a token another secret, which is returned this once; the old one works for the overlap. */
export async function rotateToken(token: BotToken, overlapMillis: number): Promise<string> {
  const {token: secret = ''} = await server.call<UserAccessToken>(`/users/tokens/${token.id}/rotate`, {
    method: 'POST',
    body: {overlap_ms: overlapMillis},
  });
  await refreshBotTokens(token.user_id);
  return secret;
}
