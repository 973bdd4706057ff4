import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {
  type DragEvent,
  type HTMLAttributes,
  type RefObject,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {useDrag} from 'react-aria/useDrag';
import {type TextDropItem, useDrop} from 'react-aria/useDrop';
import {IconButton} from '../../../../components/ui/icon-button.tsx';
import type {Side} from '../../../../data/channels/arranging.ts';
import {moveChannel} from '../../../../data/channels/categories.ts';
import {placeCategory, placeChannel} from '../../../../data/channels/category-order.ts';
import {errorMessage} from '../../../../lib/server.ts';
import {showError} from '../../../../lib/toasts.ts';
import styles from './dragging.module.css';
import {$dragged, SectionContext, type SectionPlace} from './section-context.ts';

const CATEGORY = 'application/x-patchbay-category';
const CHANNEL = 'application/x-patchbay-channel';
/** The drag type of a direct or group channel, which can't be moved to the category of channels. */
const DIRECT = 'application/x-patchbay-direct';

export interface DraggingProps {
  /** The element that moves. For keyboards and screen readers, its first link or button starts the drag. */
  element: RefObject<HTMLElement | null>;
  /** The channel of a row; undefined for the heading of a category. */
  channel: ServerChannel | undefined;
  name: string;
  /** Called with the handlers for the element, and without when they are no longer of use. */
  onHandlers: (handlers: HTMLAttributes<HTMLElement> | undefined) => void;
}

const targetIn = ({current}: RefObject<HTMLElement | null>) =>
  current?.querySelector<HTMLElement>('a, button') ?? null;

const isDirect = ({type}: ServerChannel) => type === 'D' || type === 'G';

/** Where a pointer would drop something on the element. With keys, an item takes the place of another one. */
function sideAt({clientY, currentTarget, dataTransfer}: DragEvent<HTMLElement>): Side | undefined {
  if (dataTransfer.dropEffect === 'none') return undefined;
  const {top, height} = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}

/** Whether the element contains the focus. */
function useFocusWithin(element: RefObject<HTMLElement | null>): boolean {
  const [isFocused, setIsFocused] = useState(false);
  useEffect(() => {
    const {current} = element;
    const update = () => setIsFocused(current?.matches(':focus-within') ?? false);
    update();
    current?.addEventListener('focusin', update);
    // The next element gets the focus after this event.
    const left = () => requestAnimationFrame(update);
    current?.addEventListener('focusout', left);
    return () => {
      current?.removeEventListener('focusin', update);
      current?.removeEventListener('focusout', left);
    };
  }, [element]);
  return isFocused;
}

/**
 * Makes a row or a heading of the sidebar draggable: with a mouse anywhere on it, and with the keyboard by its
 * button.
 */
export default function Dragging(props: DraggingProps) {
  const {category} = use(SectionContext);
  // When a row is added, its contents mount before its own element.
  const [hasElement, setHasElement] = useState(props.element.current !== null);
  useEffect(() => setHasElement(true), []);
  // The section of unread channels can't be reordered.
  return hasElement && category && <DraggingIn {...props} category={category} />;
}

type DraggingInProps = DraggingProps & {category: NonNullable<SectionPlace['category']>};

function DraggingIn({element, channel, name, onHandlers, category}: DraggingInProps) {
  const {channelIds} = use(SectionContext);
  const target = useMemo(() => ({current: targetIn(element)}), [element]);
  const [side, setSide] = useState<Side>();
  const isFocused = useFocusWithin(element);
  const draggedKind = useStore($dragged);
  const type = channel ? (isDirect(channel) ? DIRECT : CHANNEL) : CATEGORY;

  const drag = useDrag({
    hasDragButton: true,
    getItems: () => [{[type]: channel?.id ?? category.id}],
    getAllowedDropOperations: () => ['move'],
  });

  const {isDragging} = drag;
  const kind = channel ? 'channel' : 'category';
  useEffect(() => {
    if (!isDragging) return;
    $dragged.set(kind);
    return () => $dragged.set(undefined);
  }, [isDragging, kind]);

  function accepts(dragged: string): boolean {
    if (dragged === CATEGORY) return !channel;
    // The category of channels doesn't accept direct messages, and the other way around. Favorites accept both.
    return category.type !== (dragged === DIRECT ? 'channels' : 'direct_messages');
  }
  // Direct messages can't be reordered, because the newest is always first.
  const hasPlaces = channel ? category.type !== 'direct_messages' : false;

  async function put(dragged: string, id: string) {
    if (dragged === CATEGORY) return placeCategory(category.team_id, id, category.id, side ?? 'place');
    if (!channel || !hasPlaces) return moveChannel(category.team_id, id, category.id);
    return placeChannel(category, id, {shown: channelIds, otherId: channel.id, side: side ?? 'place'});
  }

  const drop = useDrop({
    ref: target,
    getDropOperation: (types) =>
      [CATEGORY, CHANNEL, DIRECT].some((one) => types.has(one) && accepts(one)) ? 'move' : 'cancel',
    onDropExit: () => setSide(undefined),
    onDrop: ({items}) => {
      const item = items.find((one): one is TextDropItem => one.kind === 'text');
      const dragged = [CATEGORY, CHANNEL, DIRECT].find((one) => item?.types.has(one));
      if (!item || !dragged) return;
      item
        .getText(dragged)
        .then((id) => put(dragged, id))
        .catch((error) => showError(errorMessage(error)));
    },
  });

  // The hooks return new handlers with each render, but the element keeps the first ones.
  const latest = useRef({...drag.dragProps, ...drop.dropProps});
  latest.current = {...drag.dragProps, ...drop.dropProps};
  useEffect(() => {
    onHandlers({
      draggable: true,
      onDragStart: (event) => latest.current.onDragStart?.(event as DragEvent<never>),
      onDrag: (event) => latest.current.onDrag?.(event as DragEvent<never>),
      onDragEnd: (event) => latest.current.onDragEnd?.(event as DragEvent<never>),
      onDragEnter: (event) => {
        latest.current.onDragEnter?.(event as DragEvent<never>);
        setSide(sideAt(event));
      },
      onDragOver: (event) => {
        latest.current.onDragOver?.(event as DragEvent<never>);
        setSide(sideAt(event));
      },
      onDragLeave: (event) => latest.current.onDragLeave?.(event as DragEvent<never>),
      onDrop: (event) => latest.current.onDrop?.(event as DragEvent<never>),
    });
    return () => onHandlers(undefined);
  }, [onHandlers]);

  // A channel that is dropped on a heading becomes part of the category.
  const isBetween = channel ? hasPlaces : draggedKind !== 'channel';
  const mark = drop.isDropTarget ? (isBetween && side) || 'place' : undefined;
  return (
    <>
      {(isFocused || drag.isDragging) && (
        <span className={styles.button}>
          <IconButton {...drag.dragButtonProps} icon="swap" size="small" label={t`Move ${name}`} />
        </span>
      )}
      {mark && <span className={styles.mark} data-side={mark} />}
    </>
  );
}
