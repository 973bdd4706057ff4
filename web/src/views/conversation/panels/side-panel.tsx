import type {ServerChannel} from '@mattermost/types/channels';
import type {Panel} from '../../../components/panels/use-panel.ts';
import {ChannelInfoPanel} from './channel-info-panel.tsx';
import {FilesPanel} from './files-panel.tsx';
import {MembersPanel} from './members-panel.tsx';
import {MentionsPanel, PinnedPanel, SavedPanel} from './post-lists.tsx';
import {SearchPanel} from './search-panel.tsx';

interface SidePanelProps {
  panel: Exclude<Panel, {kind: 'thread'}>;
  channel: ServerChannel;
  onClose: () => void;
}

/**
 * The side panel of a channel, unless it shows a thread. Panels about the team stay as they are when the person goes
 * from one result to the next, which may be in another channel.
 */
export default function SidePanel({panel, channel, onClose}: SidePanelProps) {
  switch (panel.kind) {
    case 'search':
      return (
        <SearchPanel
          terms={panel.terms}
          of={panel.of ?? 'messages'}
          order={panel.order ?? 'newest'}
          teams={panel.teams}
          onClose={onClose}
        />
      );
    case 'info':
      return <ChannelInfoPanel key={channel.id} channel={channel} onClose={onClose} />;
    case 'members':
      return <MembersPanel key={channel.id} channel={channel} onClose={onClose} />;
    case 'pinned':
      return <PinnedPanel key={channel.id} channel={channel} onClose={onClose} />;
    case 'files':
      return <FilesPanel key={channel.id} channel={channel} onClose={onClose} />;
    case 'saved':
      return <SavedPanel onClose={onClose} />;
    case 'mentions':
      return <MentionsPanel onClose={onClose} />;
  }
}
