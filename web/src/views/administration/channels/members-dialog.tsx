import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Channel} from '@mattermost/types/channels';
import type {ReactNode} from 'react';
import {ChannelMembers} from '../../../components/channels/channel-members.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {Dialog, DialogFooter} from '../../../components/ui/dialog.tsx';
import {ScrollArea} from '../../../components/ui/scroll-area.tsx';
import {refreshAdministration} from '../use-change.ts';
import styles from './members-dialog.module.css';

/** The members of a channel. The administrator doesn't have to be one of them. */
export function MembersDialog({channel, onClose}: {channel: Channel; onClose: () => void}) {
  const name = channel.display_name;
  const isActive = channel.delete_at === 0;
  return (
    <Dialog title={t`Members of ${name}`} onClose={onClose}>
      <div className={styles.members}>
        <ChannelMembers
          channel={channel}
          mayRemove={isActive}
          mayChangeRoles={isActive}
          onChanged={() => void refreshAdministration()}
          Body={Body}
        />
      </div>
      <DialogFooter>
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Body({children}: {children: ReactNode}) {
  return <ScrollArea className={styles.body}>{children}</ScrollArea>;
}
