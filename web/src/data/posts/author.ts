import type {Post} from '@mattermost/types/posts';
import {nameOf, pictureOf, useNameFormat, usePerson} from '../people/people.ts';
import {useClientConfig} from '../system/client-config.ts';
import {useImageSource} from '../system/image-source.ts';
import {overridesOf} from './overrides.ts';

/** The author of a post, as shown. */
export interface Author {
  /** The account whose card opens. */
  userId: string;
  name: string;
  picture: {src: string | undefined} | {emoji: string};
  isBot: boolean;
  isGuest: boolean;
}

export function useAuthor(post: Post): Author {
  const config = useClientConfig();
  const person = usePerson(post.user_id);
  const format = useNameFormat();
  const {name, emoji, icon} = overridesOf(post, config);
  const iconSource = useImageSource(icon, 'image');
  const fromIntegration = post.props?.from_webhook === 'true' || post.props?.from_bot === 'true';
  const own = person ? pictureOf(person) : undefined;
  return {
    userId: post.user_id,
    name: name ?? (person ? nameOf(person, format) : '…'),
    picture: emoji ? {emoji} : {src: iconSource ?? own},
    isBot: fromIntegration || person?.is_bot === true,
    isGuest: person?.roles.split(' ').includes('system_guest') === true && config.HideGuestTags !== 'true',
  };
}
