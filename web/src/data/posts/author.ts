import {t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import {formatName, isGuest, pictureUrl, useNameFormat, usePerson} from '../people/people.ts';
import {useMe} from '../session/session.ts';
import {useClientConfig} from '../system/client-config.ts';
import {useImageSource} from '../system/image-source.ts';
import {getOverrides} from './overrides.ts';

/** The displayed author of a post. */
export interface Author {
  /** The account whose card opens; undefined for the server itself. */
  userId: string | undefined;
  /** Undefined until it is loaded. */
  name: string | undefined;
  picture: {src: string | undefined} | {emoji: string} | 'server';
  /** Whether an integration is shown instead of the account. */
  isIntegration: boolean;
  isBot: boolean;
  isGuest: boolean;
}

export function useAuthor(post: Pick<Post, 'user_id' | 'type' | 'props'>): Author {
  const config = useClientConfig();
  const me = useMe();
  const person = usePerson(post.user_id);
  const format = useNameFormat();
  const {name, emoji, icon} = getOverrides(post, config);
  const iconSource = useImageSource(icon, 'image');
  const fromWebhook = post.props?.from_webhook === 'true';
  // An ephemeral message from the server has the id of the person who sees it.
  if (post.type === 'system_ephemeral' && post.user_id === me.id && !fromWebhook) {
    const system = t({message: 'System', comment: 'The author of messages by the server itself'});
    return {
      userId: undefined,
      name: system,
      picture: 'server',
      isIntegration: false,
      isBot: false,
      isGuest: false,
    };
  }
  const isBot = person?.is_bot === true;
  // An integration never appears with the name of the person whose account it uses.
  const isIntegration = fromWebhook && !isBot;
  const ownName = person && !isIntegration ? formatName(person, format) : undefined;
  // A webhook has its owner's picture unless it sets its own (docs/specification.md#name-and-picture).
  const isWebhook = typeof post.props?.override_username === 'string';
  const ownPicture = person && (!isIntegration || isWebhook) ? pictureUrl(person) : undefined;
  return {
    userId: post.user_id,
    name: name ?? ownName ?? (isIntegration ? t`Integration` : undefined),
    picture: emoji ? {emoji} : {src: iconSource ?? ownPicture},
    isIntegration,
    isBot: fromWebhook || post.props?.from_bot === 'true' || isBot,
    isGuest: !!person && isGuest(person) && config.HideGuestTags !== 'true',
  };
}
