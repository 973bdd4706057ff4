import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {toggleUnreadsOnly} from '../../../../components/frame/sidebar-state.ts';
import {Button} from '../../../../components/ui/button.tsx';
import {$openChannel} from '../../../../data/channels/read-state.ts';
import type {SidebarSection} from '../../../../data/channels/sidebar-sections.ts';
import styles from './filter-note.module.css';

/** While the sidebar shows only unread channels: whether there are none, and a way back to all channels. */
export default function FilterNote({sections}: {sections: readonly SidebarSection[]}) {
  const openChannelId = useStore($openChannel);
  const isEmpty = sections.every(({channels}) => channels.every(({id}) => id === openChannelId));
  return (
    <div className={styles.note}>
      {isEmpty && (
        <p>
          <Trans>You have read all messages.</Trans>
        </p>
      )}
      <Button size="small" onPress={toggleUnreadsOnly}>
        <Trans>Show all channels</Trans>
      </Button>
    </div>
  );
}
