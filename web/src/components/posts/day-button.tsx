import {t} from '@lingui/core/macro';
import {useEffect, useRef, useState} from 'react';
import {Button} from 'react-aria-components/Button';
import {useDates} from '../../data/preferences/display.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {useTimeDependent} from '../../lib/use-time-dependent.ts';
import {Icon} from '../ui/icon.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu} from '../ui/menu.tsx';
import styles from './day-button.module.css';

const DayItems = lazyComponent(() => withCatalog('conversation', import('../jump-to-date/day-items.tsx')));
const DateDialog = lazyComponent(() =>
  withCatalog('conversation', import('../jump-to-date/date-dialog.tsx')),
);

interface DayButtonProps {
  /** A time on the day; undefined to hide it, which waits until its menu or its dialog is closed. */
  at: number | undefined;
  channelId: string;
}

/** A day in the list of a channel's messages. It opens a menu that leads to other days. */
export function DayButton({at, channelId}: DayButtonProps) {
  const dates = useDates();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const lastAt = useRef(at);
  const shownAt = isMenuOpen || isChoosing ? lastAt.current : at;
  useEffect(() => {
    lastAt.current = shownAt;
  });
  const day = useTimeDependent(() => (shownAt === undefined ? '' : dates.day(shownAt)));
  if (shownAt === undefined) return null;
  return (
    <>
      <Menu
        label={day}
        placement="bottom"
        trigger={
          <Button className={`${styles.button} touch-target`} aria-label={t`${day}, jump to a date`}>
            {day}
            <Icon name="chevronDown" size={14} />
          </Button>
        }
        load={DayItems.load}
        onOpenChange={setMenuOpen}
      >
        <DayItems channelId={channelId} onChooseDate={() => setChoosing(true)} />
      </Menu>
      {isChoosing && <DateDialog channelId={channelId} at={shownAt} onClose={() => setChoosing(false)} />}
    </>
  );
}
