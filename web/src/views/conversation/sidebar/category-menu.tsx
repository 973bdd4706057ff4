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
import {errorMessage} from '../../../lib/server.ts';
import {tellError} from '../../../lib/toasts.ts';

const report = (error: unknown) => tellError(errorMessage(error));

/** What can be done with a section of the sidebar. */
export function CategoryMenu({category}: {category: ChannelCategory}) {
  const [dialog, setDialog] = useState<'create' | 'rename'>();
  const isOwn = category.type === 'custom';
  const sorting = String(category.sorting);
  return (
    <>
      <Menu
        label={`${category.display_name}: options`}
        trigger={<IconButton icon="more" size="small" label={`${category.display_name}: options`} />}
      >
        <MenuItem
          icon={sorting === 'alpha' ? 'check' : 'list'}
          onAction={() => void setSorting(category, 'alpha').catch(report)}
        >
          Sort by name
        </MenuItem>
        <MenuItem
          icon={sorting === 'recent' ? 'check' : 'clock'}
          onAction={() => void setSorting(category, 'recent').catch(report)}
        >
          Sort by recent activity
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="add" onAction={() => setDialog('create')}>
          New category
        </MenuItem>
        {isOwn ? (
          <>
            <MenuItem icon="edit" onAction={() => setDialog('rename')}>
              Rename
            </MenuItem>
            <MenuItem icon="trash" danger onAction={() => void deleteCategory(category).catch(report)}>
              Delete the category
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {dialog && (
        <NameDialog
          title={dialog === 'create' ? 'New category' : 'Rename the category'}
          label="Name"
          initial={dialog === 'create' ? '' : category.display_name}
          maxLength={64}
          submitLabel={dialog === 'create' ? 'Create' : 'Rename'}
          onSubmit={(name) =>
            dialog === 'create' ? createCategory(category.team_id, name) : renameCategory(category, name)
          }
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
