import type {UserProfile} from '@mattermost/types/users';

/** The names by which a person is found. */
export function searchableNames({
  username,
  nickname = '',
  first_name = '',
  last_name = '',
}: UserProfile): string[] {
  return [username, nickname, `${first_name} ${last_name}`];
}
