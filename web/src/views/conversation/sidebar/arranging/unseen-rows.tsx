import {plural} from '@lingui/core/macro';
import {Plural} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {type RefObject, useEffect, useLayoutEffect, useState} from 'react';
import {Icon} from '../../../../components/ui/icon.tsx';
import {$openChannel} from '../../../../data/channels/read-state.ts';
import {revealRow} from '../../../../lib/reveal-row.ts';
import styles from './unseen-rows.module.css';

/** In pixels: the button over the first and the last row, so that a row that is shown isn't behind it. */
const MARGIN = 48;

/** The unread channels on one side of the visible part of the list. */
interface Unseen {
  count: number;
  hasMentions: boolean;
}

const NONE: Unseen = {count: 0, hasMentions: false};

/** Keeps the open channel visible in a long list, and leads to the unread channels above and below the visible ones. */
export default function UnseenRows({list}: {list: RefObject<HTMLElement | null>}) {
  const openChannelId = useStore($openChannel);
  const [above, setAbove] = useState(NONE);
  const [below, setBelow] = useState(NONE);

  useLayoutEffect(() => {
    const row = list.current!.querySelector('[aria-current="page"]');
    if (row) revealRow(list.current!, row, MARGIN);
  }, [openChannelId]);

  useEffect(() => {
    const element = list.current!;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const {top, bottom, height} = element.getBoundingClientRect();
      // Hidden, such as in a closed drawer.
      if (height === 0) return;
      const rows = [...element.querySelectorAll('a[data-unread]')].map((row) => {
        const {top, height} = row.getBoundingClientRect();
        return {middle: top + height / 2, hasMentions: row.matches('[data-unread="mention"]')};
      });
      const above = rows.filter(({middle}) => middle < top);
      const below = rows.filter(({middle}) => middle > bottom);
      setAbove((before) => same(before, summary(above)));
      setBelow((before) => same(before, summary(below)));
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    later();
    const rows = new MutationObserver(later);
    rows.observe(element, {subtree: true, childList: true, attributeFilter: ['data-unread']});
    const size = new ResizeObserver(later);
    size.observe(element);
    element.addEventListener('scroll', later, {passive: true});
    return () => {
      cancelAnimationFrame(frame);
      rows.disconnect();
      size.disconnect();
      element.removeEventListener('scroll', later);
    };
  }, [list]);

  /** Leads to the nearest unread channel on one side, and shows as many others as there is space for. */
  function show(side: 'above' | 'below') {
    const element = list.current!;
    const {top, bottom} = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll<HTMLElement>('a[data-unread]')];
    const row =
      side === 'above'
        ? rows.findLast((one) => one.getBoundingClientRect().top < top)
        : rows.find((one) => one.getBoundingClientRect().bottom > bottom);
    if (!row) return;
    const {top: start, height} = row.getBoundingClientRect();
    const wanted = side === 'above' ? bottom - height - MARGIN : top + MARGIN;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    element.scrollBy({top: start - wanted, behavior});
    // The button, which has the focus, may disappear now.
    row.focus({preventScroll: true});
  }

  const unseen = {above, below};
  return (['above', 'below'] as const)
    .filter((side) => unseen[side].count > 0)
    .map((side) => (
      <button
        key={side}
        type="button"
        className={`${styles.more} touch-target`}
        data-side={side}
        data-mentions={unseen[side].hasMentions || undefined}
        aria-label={
          side === 'above'
            ? plural(above.count, {one: '# unread channel above', other: '# unread channels above'})
            : plural(below.count, {one: '# unread channel below', other: '# unread channels below'})
        }
        onClick={() => show(side)}
      >
        <Icon name={side === 'above' ? 'arrowUp' : 'arrowDown'} size={14} />
        <Plural value={unseen[side].count} one="# unread" other="# unread" />
      </button>
    ));
}

const summary = (rows: readonly {hasMentions: boolean}[]): Unseen => ({
  count: rows.length,
  hasMentions: rows.some(({hasMentions}) => hasMentions),
});

/** The state before if nothing has changed, so that nothing renders. */
function same(before: Unseen, next: Unseen): Unseen {
  return before.count === next.count && before.hasMentions === next.hasMentions ? before : next;
}
