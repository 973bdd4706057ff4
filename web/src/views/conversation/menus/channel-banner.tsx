import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {Banner} from '../../../components/frame/banner.tsx';
import {readableOn} from '../../../lib/theme-colors.ts';

/** The banner of a channel, which channel administrators set in the channel settings. */
export default function ChannelBanner({banner}: {banner: NonNullable<ServerChannel['banner_info']>}) {
  const {text = '', background_color: color = ''} = banner;
  return <Banner label={t`Channel banner`} text={text} color={color} textColor={readableOn(color)} />;
}
