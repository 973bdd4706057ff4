import {t} from '@lingui/core/macro';
import type {ChannelCategory} from '@mattermost/types/channel_categories';
import {useState} from 'react';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {NameDialog} from '../../../components/ui/name-dialog.tsx';
import {
  createCategory,
  deleteCategory,
  renameCategory,
  setSorting,
} from '../../../data/channels/categories.ts';
import {categoryName} from '../../../data/channels/category-names.ts';
import {errorMessage} from '../../../lib/server.ts';
import {tellError} from '../../../lib/toasts.ts';

const report = (error: unknown) => tellError(errorMessage(error));

/** The menu of a category in the sidebar. */
export function CategoryMenu({category}: {category: ChannelCategory}) {
  const [dialog, setDialog] = useState<'create' | 'rename'>();
  const name = categoryName(category);
  const isCustom = category.type === 'custom';
  const sorting = String(category.sorting);
  return (
    <>
      <Menu
        label={t`Options for ${name}`}
        trigger={<IconButton icon="more" size="small" label={t`Options for ${name}`} />}
      >
        <MenuItem
          icon={sorting === 'alpha' ? 'check' : 'list'}
          onAction={() => void setSorting(category, 'alpha').catch(report)}
        >
          {t`Sort by name`}
        </MenuItem>
        <MenuItem
          icon={sorting === 'recent' ? 'check' : 'clock'}
          onAction={() => void setSorting(category, 'recent').catch(report)}
        >
          {t`Sort by recent activity`}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="add" onAction={() => setDialog('create')}>
          {t`Create category`}
        </MenuItem>
        {isCustom ? (
          <>
            <MenuItem icon="edit" onAction={() => setDialog('rename')}>
              {t`Rename`}
            </MenuItem>
            <MenuItem icon="trash" danger onAction={() => void deleteCategory(category).catch(report)}>
              {t`Delete category`}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {dialog && (
        <NameDialog
          title={dialog === 'create' ? t`Create category` : t`Rename category`}
          label={t`Name`}
          initial={dialog === 'create' ? '' : category.display_name}
          maxLength={64}
          submitLabel={dialog === 'create' ? t`Create` : t`Rename`}
          onSubmit={(title) =>
            dialog === 'create' ? createCategory(category.team_id, title) : renameCategory(category, title)
          }
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
