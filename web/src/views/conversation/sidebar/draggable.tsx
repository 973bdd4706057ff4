import type {ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {
  type ComponentType,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import {withCatalog} from '../../../lib/i18n.ts';
import type {DraggingProps} from './arranging/dragging.tsx';
import {$dragged} from './arranging/section-context.ts';

const $Dragging = atom<ComponentType<DraggingProps> | undefined>();

/** Loads the code for dragging when the pointer or the focus enters the sidebar. Returns a ref for the sidebar. */
export function useDragging(): RefObject<HTMLDivElement | null> {
  const sidebar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const {current} = sidebar;
    current?.addEventListener('pointerenter', load);
    current?.addEventListener('focusin', load);
    return () => {
      current?.removeEventListener('pointerenter', load);
      current?.removeEventListener('focusin', load);
    };
  }, []);
  return sidebar;
}

function load(): void {
  if ($Dragging.get()) return;
  withCatalog('conversation', import('./arranging/dragging.tsx')).then(
    (loaded) => $Dragging.set(loaded.default),
    // Ignored: it is loaded again next time. Menus load the same way, and show the error.
    () => undefined,
  );
}

interface DraggableProps {
  className: string | undefined;
  channel?: ServerChannel;
  name: string;
  handlers?: HTMLAttributes<HTMLElement>;
  children: ReactNode;
}

/**
 * A row or the heading of a section. It can be moved as soon as the code for dragging is loaded and the pointer or the
 * focus has been on it. The others only become places to drop something when that is being dragged: in a long list,
 * they would slow down every first key after a click.
 */
export function Draggable({className, channel, name, handlers, children}: DraggableProps) {
  const element = useRef<HTMLElement>(null);
  const [dragHandlers, setDragHandlers] = useState<HTMLAttributes<HTMLElement>>();
  const Dragging = useStore($Dragging);
  const isDragging = useStore($dragged) !== undefined;
  const [wasReached, setReached] = useState(false);
  const reach = () => setReached(true);
  const Element = channel ? 'li' : 'div';
  return (
    <Element
      {...handlers}
      {...dragHandlers}
      className={className}
      ref={element as RefObject<never>}
      onPointerEnter={reach}
      onFocus={reach}
    >
      {children}
      {Dragging && (wasReached || isDragging) && (
        <Dragging element={element} channel={channel} name={name} onHandlers={setDragHandlers} />
      )}
    </Element>
  );
}
