import {t} from '@lingui/core/macro';
import type {ChannelCategory} from '@mattermost/types/channel_categories';

/** The name of a category to show. The server names the built-in ones in English only. */
export function categoryName({type, display_name}: ChannelCategory): string {
  switch (type) {
    case 'favorites':
      return t`Favorites`;
    case 'channels':
      return t`Channels`;
    case 'direct_messages':
      return t`Direct messages`;
    default:
      return display_name;
  }
}
