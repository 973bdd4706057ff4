import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {refreshGroups} from './groups.ts';

export async function createGroup(
  names: {name: string; display_name: string},
  userIds: readonly string[],
): Promise<void> {
  const body = {...names, source: 'custom', allow_reference: true, user_ids: userIds};
  await server.call('/groups', {method: 'POST', body});
  await refreshGroups();
}

export async function renameGroup(id: string, names: {name: string; display_name: string}): Promise<void> {
  await server.call(`/groups/${id}/patch`, {method: 'PUT', body: names});
  await refreshGroups();
}

export async function archiveGroup(id: string): Promise<void> {
  await server.call(`/groups/${id}`, {method: 'DELETE'});
  await refreshGroups();
}

export async function unarchiveGroup(id: string): Promise<void> {
  await server.call(`/groups/${id}/restore`, {method: 'POST'});
  await refreshGroups();
}

export async function addToGroup(id: string, userIds: readonly string[] = [me().id]): Promise<void> {
  await server.call(`/groups/${id}/members`, {method: 'POST', body: {user_ids: userIds}});
  await refreshGroups();
}

export async function removeFromGroup(id: string, userIds: readonly string[] = [me().id]): Promise<void> {
  await server.call(`/groups/${id}/members`, {method: 'DELETE', body: {user_ids: userIds}});
  await refreshGroups();
}
