import type {ReactNode} from 'react';
import {Icon, type IconName} from './icon.tsx';
import styles from './menu.module.css';
import {useMenuParts} from './menu-parts.ts';

interface MenuChoicesProps<Value extends string> {
  label: string;
  /** The value of the chosen item. */
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
}

/** Items of a menu, one of which is chosen and has a check mark. */
export function MenuChoices<Value extends string>({
  label,
  value,
  onChange,
  children,
}: MenuChoicesProps<Value>) {
  const {Section} = useMenuParts();
  return (
    <Section
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        for (const key of keys) onChange(key as Value);
      }}
    >
      {children}
    </Section>
  );
}

interface MenuChoiceProps {
  value: string;
  icon: IconName;
  children: string;
}

export function MenuChoice({value, icon, children}: MenuChoiceProps) {
  const {Item} = useMenuParts();
  return (
    <Item id={value} className={styles.item} textValue={children}>
      {({isSelected}) => (
        <>
          <Icon name={icon} size={18} />
          <bdi className={styles.text}>{children}</bdi>
          {isSelected && <Icon name="check" size={18} />}
        </>
      )}
    </Item>
  );
}
