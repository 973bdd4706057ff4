import {t} from '@lingui/core/macro';
import type {ChannelCategory} from '@mattermost/types/channel_categories';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Menu} from '../../../components/ui/menu.tsx';
import {categoryName} from '../../../data/channels/category-names.ts';
import {withCatalog} from '../../../lib/i18n.ts';

const CategoryItems = lazyComponent(() =>
  withCatalog('conversation', import('./arranging/category-items.tsx')),
);

/** The menu of a category in the sidebar. */
export function CategoryMenu({category}: {category: ChannelCategory}) {
  const name = categoryName(category);
  return (
    <Menu
      label={t`Options for ${name}`}
      trigger={<IconButton icon="more" size="small" label={t`Options for ${name}`} />}
      load={CategoryItems.load}
    >
      <CategoryItems category={category} />
    </Menu>
  );
}
