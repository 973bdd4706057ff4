import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Tab, TabList, TabPanel, Tabs} from 'react-aria-components/Tabs';
import EmojiPicker from './emoji-picker.tsx';
import styles from './gif-picker.module.css';
import GifPicker from './gif-picker.tsx';

interface PickerTabsProps {
  onPickEmoji: (name: string) => void;
  onPickGif: (markdown: string) => void;
}

/** Emoji and GIFs. */
export default function PickerTabs({onPickEmoji, onPickGif}: PickerTabsProps) {
  return (
    // A panel takes the focus to its search, so the arrow keys alone don't open it.
    <Tabs className={styles.tabs!} keyboardActivation="manual">
      <TabList className={styles.tabList!} aria-label={t`Emoji and GIFs`}>
        <Tab id="emoji" className={styles.tab!}>
          <Trans>Emoji</Trans>
        </Tab>
        <Tab id="gifs" className={styles.tab!}>
          <Trans>GIFs</Trans>
        </Tab>
      </TabList>
      <TabPanel id="emoji" className={styles.panel!}>
        <EmojiPicker onPick={onPickEmoji} />
      </TabPanel>
      <TabPanel id="gifs" className={styles.panel!}>
        <GifPicker onPick={onPickGif} />
      </TabPanel>
    </Tabs>
  );
}
