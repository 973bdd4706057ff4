import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useClientConfig} from '../../data/system/client-config.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import styles from './announcement-banner.module.css';

/** The text of the banner that was closed. A new text is shown again. */
const CLOSED = 'patchbay.closed-announcement';

/** The announcement of the administrators, on every page. */
export function AnnouncementBanner() {
  const {
    EnableBanner,
    BannerText = '',
    BannerColor,
    BannerTextColor,
    AllowBannerDismissal,
  } = useClientConfig();
  const [closed, setClosed] = useState(() => localStorage.getItem(CLOSED));
  const text = BannerText.trim();
  const canClose = AllowBannerDismissal === 'true';
  if (EnableBanner !== 'true' || text === '' || (canClose && closed === text)) return null;
  const close = () => {
    localStorage.setItem(CLOSED, text);
    setClosed(text);
  };
  return (
    <section
      className={styles.banner}
      aria-label={t`Announcement`}
      style={{backgroundColor: BannerColor, color: BannerTextColor}}
    >
      <p className={styles.text}>
        <Markdown text={text} inline />
      </p>
      {canClose && <IconButton icon="close" label={t`Close announcement`} size="small" onPress={close} />}
    </section>
  );
}
