import {useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {rememberTrigger} from '../../data/dialogs/triggers.ts';
import type {AttachmentAction} from '../../data/posts/attachments.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {InlineText} from '../markdown/inline-text.tsx';
import {Icon} from '../ui/icon.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PopoverTrigger} from '../ui/popover.tsx';
import {Spinner} from '../ui/spinner.tsx';
import styles from './attachment-actions.module.css';

/**
 * Loaded when the first menu opens. The buttons themselves are rendered at once, because the row's height must not
 * change.
 */
const MenuChoices = lazyComponent(() => import('./menu-choices.tsx'));

/**
 * Buttons and menus of an integration. When one is used, the integration performs the action and updates the message.
 */
export function AttachmentActions({actions, postId}: {actions: readonly AttachmentAction[]; postId: string}) {
  const [busyId, setBusyId] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function run(action: AttachmentAction, selected?: string) {
    if (busyId) return;
    setBusyId(action.id);
    setFailure(undefined);
    try {
      const response = action.cookie
        ? await server.doPostActionWithCookie(postId, action.id, action.cookie, selected)
        : await server.doPostAction(postId, action.id, selected);
      rememberTrigger(response.trigger_id);
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusyId(undefined);
    }
  }

  return (
    <div className={styles.actions}>
      {actions.map((action) =>
        action.kind === 'select' ? (
          <ActionMenu
            key={action.id}
            action={action}
            busy={busyId === action.id}
            onSelect={(value) => void run(action, value)}
          />
        ) : (
          <ActionButton
            key={action.id}
            action={action}
            busy={busyId === action.id}
            onPress={() => void run(action)}
          />
        ),
      )}
      <div role="alert" className={styles.failure}>
        {failure}
      </div>
    </div>
  );
}

const STYLES = new Set(['primary', 'success', 'good', 'warning', 'danger']);

function ActionButton({
  action,
  busy,
  onPress,
}: {
  action: AttachmentAction;
  busy: boolean;
  onPress: () => void;
}) {
  const style = action.style.toLowerCase();
  const color = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(style) ? style : undefined;
  return (
    <AriaButton
      className={styles.button}
      data-style={STYLES.has(style) ? style : undefined}
      style={color ? {borderColor: color, color} : undefined}
      isDisabled={action.disabled}
      isPending={busy}
      onPress={onPress}
      aria-pressed={action.isPressed}
      aria-description={action.tooltip || undefined}
    >
      {busy ? <Spinner /> : action.isPressed && <Icon name="check" size={16} />}
      <InlineText text={action.name} />
    </AriaButton>
  );
}

/** A menu of the integration's options, people or channels. */
function ActionMenu({
  action,
  busy,
  onSelect,
}: {
  action: AttachmentAction;
  busy: boolean;
  onSelect: (value: string) => void;
}) {
  const initial = action.options.find(({value}) => value === action.defaultOption)?.text;
  const [shown, setShown] = useState(initial);
  return (
    <PopoverTrigger
      trigger={
        <AriaButton className={styles.button} data-menu isDisabled={action.disabled} isPending={busy}>
          {busy && <Spinner />}
          <span>{shown ?? action.name}</span>
          <Icon name="chevronDown" size={16} />
        </AriaButton>
      }
      label={action.name}
      frameClassName={styles.popover}
      className={styles.choices}
      placement="bottom start"
      offset={4}
    >
      {(close) => (
        <MenuChoices
          action={action}
          onChoose={({text, value}) => {
            setShown(text);
            onSelect(value);
            close();
          }}
        />
      )}
    </PopoverTrigger>
  );
}
