import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {Texts} from '../../../messaging/texts/texts.ts';
import type {UserRow, Users} from '../../../messaging/users/users.ts';
import type {Visibility} from '../../../messaging/visibility/visibility.ts';
import {undefinedIfNotFound} from '../../../platform/errors/app-error.ts';
import {refused} from './built-in-command.ts';

/** Finds the user that an argument names, with or without an `@`. Users whom the actor may not see count as missing. */
export type FindUser = (actor: Session, argument: string, texts: Texts) => Promise<UserRow>;

export function createFindUser({users, visibility}: {users: Users; visibility: Visibility}): FindUser {
  return async (actor, argument, {commands: texts}) => {
    const username = argument.trim().replace(/^@/, '');
    if (username === '') throw refused(texts.specifyUser);
    const found = await undefinedIfNotFound(users.byUsername(username));
    const [user] = await visibility.only(actor, found ? [found] : []);
    if (!user) throw refused(texts.noUser(`@${username}`));
    return user;
  };
}
