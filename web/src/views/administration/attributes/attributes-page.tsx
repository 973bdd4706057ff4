import {i18n} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {
  type Attribute,
  attributeName,
  createAttribute,
  deleteAttribute,
  moveAttribute,
  useAttributes,
} from '../../../data/people/attributes.ts';
import {list} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import {RowName} from '../list-tools.tsx';
import {useChange} from '../use-change.ts';
import {getKind, VISIBILITIES} from './attribute-types.ts';
import styles from './attributes-page.module.css';

const AttributeDialog = lazyDialog(() => import('./attribute-dialog.tsx'));

/** The server's limit. */
const MOST = 20;

type Opened = {what: 'create'} | {what: 'edit' | 'delete'; attribute: Attribute};

/** Manages the attributes that people fill in on their profile. */
export default function AttributesPage() {
  const {data, error, refetch} = useAttributes();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const isFull = (data?.length ?? 0) >= MOST;
  return (
    <AdministrationPage
      title={t`Attributes`}
      intro={t`What people can say about themselves on their profile, in addition to their name and position.`}
      actions={
        <Button kind="primary" icon="add" isDisabled={isFull} onPress={() => setOpened({what: 'create'})}>
          <Trans>Create attribute</Trans>
        </Button>
      }
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {data.length === 0 ? (
            <EmptyState icon="list" title={t`No attributes yet`}>
              <p>
                <Trans>Create one, or add one of the suggestions below.</Trans>
              </p>
            </EmptyState>
          ) : (
            <AttributeTable attributes={data} onOpen={setOpened} />
          )}
          {isFull ? (
            <p>
              <Trans>There can be up to {MOST} attributes. Delete one to create another.</Trans>
            </p>
          ) : (
            <Suggestions attributes={data} />
          )}
        </>
      )}
      {opened?.what === 'create' && <AttributeDialog attribute={undefined} onClose={close} />}
      {opened?.what === 'edit' && <AttributeDialog attribute={opened.attribute} onClose={close} />}
      {opened?.what === 'delete' && <DeleteDialog attribute={opened.attribute} onClose={close} />}
    </AdministrationPage>
  );
}

function DeleteDialog({attribute, onClose}: {attribute: Attribute; onClose: () => void}) {
  const name = attributeName(attribute);
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete attribute`}
      danger
      onClose={onClose}
      onConfirm={() => deleteAttribute(attribute.id)}
    >
      <Trans>What people have filled in is deleted too. This can't be undone.</Trans>
    </ConfirmDialog>
  );
}

interface AttributeTableProps {
  attributes: readonly Attribute[];
  onOpen: (opened: Opened) => void;
}

function AttributeTable({attributes, onOpen}: AttributeTableProps) {
  const columns: Column<Attribute>[] = [
    {
      label: t`Name`,
      // The type is below the name, because options need more space than a column has.
      render: (attribute) => (
        <RowName icon={null} name={breakable(attributeName(attribute))} detail={describeKind(attribute)} />
      ),
    },
    {
      label: t`Show on profiles`,
      isUsual: ({attrs}) => attrs.visibility === 'when_set',
      render: ({attrs}) => i18n._(VISIBILITIES.find(({value}) => value === attrs.visibility)!.label),
    },
    {
      label: t`Filled in by`,
      isUsual: ({attrs}) => attrs.managed !== 'admin',
      render: ({attrs}) => (attrs.managed === 'admin' ? t`Administrators` : t`Everyone`),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (attribute) => <AttributeMenu attribute={attribute} attributes={attributes} onOpen={onOpen} />,
    },
  ];
  return <DataTable label={t`Attributes`} columns={columns} rows={attributes} getKey={({id}) => id} />;
}

function describeKind(attribute: Attribute): string {
  const kind = i18n._(getKind(attribute).label);
  const {options: offered} = attribute.attrs;
  if (!offered) return kind;
  const options = list(offered.map(({name}) => name));
  return t`${kind}: ${options}`;
}

function AttributeMenu({attribute, attributes, onOpen}: AttributeTableProps & {attribute: Attribute}) {
  const {change} = useChange();
  const name = attributeName(attribute);
  const label = t`Options for ${name}`;
  const index = attributes.indexOf(attribute);
  const move = (to: number) => void change(() => moveAttribute(attributes, index, to));
  return (
    <Menu label={label} trigger={<IconButton icon="more" size="small" label={label} />}>
      <MenuItem icon="edit" onAction={() => onOpen({what: 'edit', attribute})}>{t`Edit`}</MenuItem>
      {index > 0 ? <MenuItem icon="arrowUp" onAction={() => move(index - 1)}>{t`Move up`}</MenuItem> : null}
      {index < attributes.length - 1 ? (
        <MenuItem icon="arrowDown" onAction={() => move(index + 1)}>{t`Move down`}</MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem icon="trash" danger onAction={() => onOpen({what: 'delete', attribute})}>
        {t`Delete`}
      </MenuItem>
    </Menu>
  );
}

/** Common attributes that can be added with one click. */
function Suggestions({attributes}: {attributes: readonly Attribute[]}) {
  const {busy, change} = useChange();
  const names = new Set(attributes.map((attribute) => attributeName(attribute).toLowerCase()));
  const suggested = [
    {name: t`Pronouns`, valueType: ''},
    {name: t`Phone`, valueType: 'phone'},
    {name: t`Website`, valueType: 'url'},
  ] as const;
  const missing = suggested.filter(({name}) => !names.has(name.toLowerCase()));
  if (missing.length === 0) return null;
  const add = ({name, valueType}: (typeof suggested)[number]) =>
    createAttribute({
      name,
      type: 'text',
      attrs: {visibility: 'when_set', value_type: valueType},
    });
  return (
    <Panel title={t`Suggestions`} text={t`Add a common attribute. You can edit it later.`}>
      <div className={styles.suggestions}>
        {missing.map((one) => (
          <Button key={one.name} icon="add" isDisabled={busy} onPress={() => void change(() => add(one))}>
            {one.name}
          </Button>
        ))}
      </div>
    </Panel>
  );
}
