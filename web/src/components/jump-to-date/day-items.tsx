import {t} from '@lingui/core/macro';
import {useDates} from '../../data/preferences/display.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {addDays} from '../../lib/zoned-time.ts';
import {MenuItem, MenuSection, MenuSeparator} from '../ui/menu.tsx';
import {useJump} from './use-jump.ts';

interface DayItemsProps {
  channelId: string;
  onChooseDate: () => void;
}

/** The items of the menu of a day in a channel. They lead to other days. */
export default function DayItems({channelId, onChooseDate}: DayItemsProps) {
  const dates = useDates();
  const jump = useJump(channelId);
  const daysAgo = (days: number) => addDays(dates.dayKey(Date.now()), -days);
  const go = (day?: string) => void jump(day).catch((error) => showError(errorMessage(error)));
  return (
    <>
      <MenuSection title={t`Jump to`}>
        <MenuItem onAction={() => go(daysAgo(7))}>{t`A week ago`}</MenuItem>
        <MenuItem onAction={() => go(daysAgo(30))}>{t`A month ago`}</MenuItem>
        <MenuItem onAction={() => go()}>{t`The first message`}</MenuItem>
      </MenuSection>
      <MenuSeparator />
      <MenuItem icon="calendar" onAction={onChooseDate}>{t`Choose a date…`}</MenuItem>
    </>
  );
}
