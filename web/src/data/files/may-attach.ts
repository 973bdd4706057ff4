import {useHasChannelPermission} from '../channels/channels.ts';
import {useIsOn} from '../system/client-config.ts';

/** Whether the person may attach files to messages in a channel. Also true before it is known. */
export function useMayAttach(channelId: string): boolean {
  const isOn = useIsOn('EnableFileAttachments');
  return useHasChannelPermission(channelId, 'upload_file') !== false && isOn;
}
