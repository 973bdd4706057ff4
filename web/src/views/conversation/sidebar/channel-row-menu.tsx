import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Ref} from 'react';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Menu, type MenuHandle} from '../../../components/ui/menu.tsx';
import {withCatalog} from '../../../lib/i18n.ts';

const ChannelItems = lazyComponent(() =>
  withCatalog('conversation', import('./arranging/channel-items.tsx')),
);

interface ChannelRowMenuProps {
  channel: ServerChannel;
  name: string;
  handle: Ref<MenuHandle>;
}

/** The menu of a channel in the sidebar. */
export function ChannelRowMenu({channel, name, handle}: ChannelRowMenuProps) {
  return (
    <Menu
      label={t`Options for ${name}`}
      trigger={<IconButton icon="more" size="small" label={t`Options for ${name}`} />}
      load={ChannelItems.load}
      handle={handle}
    >
      <ChannelItems channel={channel} />
    </Menu>
  );
}
