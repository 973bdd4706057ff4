import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {ConfirmDialog} from '../../ui/confirm-dialog.tsx';
import type {ChannelMention} from '../channel-mention.ts';

export interface NotifyChannelProps {
  mention: ChannelMention;
  /** How many other people are in the channel. */
  others: number;
  /** What confirming does, such as "Send". */
  confirmLabel: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a message that notifies many people is sent or scheduled. */
export default function NotifyChannel({
  mention,
  others,
  confirmLabel,
  onConfirm,
  onClose,
}: NotifyChannelProps) {
  return (
    <ConfirmDialog
      title={
        mention === 'here'
          ? t`Notify everyone online?`
          : plural(others, {one: 'Notify # person?', other: 'Notify # people?'})
      }
      confirmLabel={confirmLabel}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {mention === 'here' ? (
        <Trans>Your message mentions everyone who is online in this channel.</Trans>
      ) : (
        <Trans>Your message mentions everyone in this channel.</Trans>
      )}
    </ConfirmDialog>
  );
}
