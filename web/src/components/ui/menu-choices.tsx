import type {ReactNode} from 'react';
import {Icon, type IconName} from './icon.tsx';
import styles from './menu.module.css';
import {useMenuParts} from './menu-parts.ts';

interface MenuChoicesProps<Value extends string> {
  label: string;
  /** Shows the label above the items. By default, it is only for screen readers. */
  showLabel?: boolean;
  /** The value of the chosen item; undefined while unknown. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  children: ReactNode;
}

/** Items of a menu, one of which is chosen and has a check mark. */
export function MenuChoices<Value extends string>({
  label,
  showLabel,
  value,
  onChange,
  children,
}: MenuChoicesProps<Value>) {
  const {Section, Heading} = useMenuParts();
  return (
    <Section
      {...(!showLabel && {'aria-label': label})}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => {
        for (const key of keys) onChange(key as Value);
      }}
    >
      {showLabel && <Heading className={styles.heading}>{label}</Heading>}
      {children}
    </Section>
  );
}

interface MenuChoiceProps {
  value: string;
  icon?: IconName;
  /** Shown instead of an icon. */
  mark?: ReactNode;
  detail?: string | undefined;
  children: string;
}

export function MenuChoice({value, icon, mark, detail, children}: MenuChoiceProps) {
  const {Item} = useMenuParts();
  return (
    <Item id={value} className={styles.item} textValue={children}>
      {({isSelected}) => (
        <>
          {mark ?? (icon && <Icon name={icon} size={18} />)}
          <bdi className={styles.text}>{children}</bdi>
          {detail && <bdi className={styles.detail}>{detail}</bdi>}
          {isSelected && <Icon name="check" size={18} />}
        </>
      )}
    </Item>
  );
}
