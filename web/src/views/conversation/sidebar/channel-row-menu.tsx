import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {type Ref, useState} from 'react';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Menu, type MenuHandle} from '../../../components/ui/menu.tsx';
import {NameDialog} from '../../../components/ui/name-dialog.tsx';
import {createCategory} from '../../../data/channels/categories.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
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
  const team = useCurrentTeam();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Menu
        label={t`Options for ${name}`}
        trigger={<IconButton icon="more" size="small" label={t`Options for ${name}`} />}
        load={ChannelItems.load}
        handle={handle}
      >
        <ChannelItems channel={channel} onCreateCategory={() => setNaming(true)} />
      </Menu>
      {isNaming && (
        <NameDialog
          title={t`Create category`}
          label={t`Name`}
          initial=""
          maxLength={64}
          submitLabel={t`Create`}
          onSubmit={(title) => createCategory(team.id, title, channel.id)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
