import type {Bot as OfficialBot} from '@mattermost/types/bots';
import type {UserAccessToken} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {atom} from 'nanostores';
import {allPages} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {rememberPeople} from '../people/people.ts';

/** A bot as returned by the server, with a field that the library's type doesn't have. */
export interface Bot extends OfficialBot {
  last_icon_update?: number;
}

/** A token as returned by the server, with fields that the library's type doesn't have. */
export interface BotToken extends UserAccessToken {
  create_at: number;
  /** In milliseconds; 0 if never. */
  last_used_at: number;
}

/** The token of the bot that the person just created, until the bot's page has shown it. */
export const $newBotToken = atom<UserAccessToken | undefined>(undefined);

const listKey = ['bots'];
const botKey = (id: string) => ['bot', id];
const tokensKey = (id: string) => ['bot-tokens', id];

/** All bots that the person can see, enabled ones first. */
export function useBots() {
  return useQuery({
    queryKey: listKey,
    queryFn: async () => {
      const bots = await allPages((page, perPage) => server.getBotsIncludeDeleted(page, perPage));
      const isDisabled = ({delete_at}: Bot) => (delete_at > 0 ? 1 : 0);
      return bots.sort((a, b) => isDisabled(a) - isDisabled(b) || a.username.localeCompare(b.username));
    },
  });
}

export function useBot(id: string) {
  return useQuery({
    queryKey: botKey(id),
    queryFn: (): Promise<Bot> => server.call(`/bots/${id}?include_deleted=true`),
  });
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

/** Reloads a bot, including its name in messages. */
export async function refreshBot(id: string): Promise<void> {
  const [user] = await Promise.all([
    server.getUser(id),
    queries.invalidateQueries({queryKey: botKey(id)}),
    queries.invalidateQueries({queryKey: listKey}),
  ]);
  rememberPeople([user]);
}

/** Where a bot can post. */
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

export function getReach(roles: string): Reach {
  const names = roles.split(' ');
  if (names.includes('system_post_all')) return 'all';
  return names.includes('system_post_all_public') ? 'public' : 'joined';
}

/** Returns the roles with both choices applied. Other roles are unchanged. */
export function rolesWith(roles: string, {isAdmin, reach}: {isAdmin: boolean; reach: Reach}): string {
  const replaced = new Set([ADMIN, ...Object.values(REACH_ROLES).flat()]);
  const others = roles.split(' ').filter((name) => name !== '' && !replaced.has(name));
  return [...others, ...(isAdmin ? [ADMIN] : []), ...REACH_ROLES[reach]].join(' ');
}

export async function setBotRoles(id: string, roles: string): Promise<void> {
  await server.updateUserRoles(id, roles);
  await refreshBot(id);
}

/** Sets a bot's icon; null removes it. */
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

/** Creates a token. Only this response contains its secret, in `token`. */
export async function createBotToken(id: string, description: string): Promise<UserAccessToken> {
  const created = await server.createUserAccessToken(id, description);
  await refreshBotTokens(id);
  return created;
}

/** Replaces a token's secret and returns the new one. The old one keeps working for the overlap. */
export async function rotateToken(token: BotToken, overlapMillis: number): Promise<string> {
  const {token: secret = ''} = await server.call<UserAccessToken>(`/users/tokens/${token.id}/rotate`, {
    method: 'POST',
    body: {overlap_ms: overlapMillis},
  });
  await refreshBotTokens(token.user_id);
  return secret;
}
