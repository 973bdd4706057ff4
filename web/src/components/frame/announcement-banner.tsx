import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useClientConfig} from '../../data/system/client-config.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {Banner} from './banner.tsx';

/** The text of the banner that was closed. A new text is shown again. */
const CLOSED = 'patchbay.closed-announcement';

/** The administrators' announcement, shown on every page. */
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
    <Banner label={t`Announcement`} text={text} color={BannerColor} textColor={BannerTextColor}>
      {canClose && <IconButton icon="close" label={t`Close announcement`} size="small" onPress={close} />}
    </Banner>
  );
}
