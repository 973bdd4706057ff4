import {Button as AriaButton} from 'react-aria-components/Button';
import {HideSidebarButton} from '../../../components/frame/frame.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Menu} from '../../../components/ui/menu.tsx';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import styles from './team-menu.module.css';

const TeamItems = lazyComponent(() => withCatalog('conversation', import('../menus/team-items.tsx')));

/** The name of the team, which opens its menu. */
export function TeamMenu() {
  const {display_name: name} = useCurrentTeam();
  return (
    <header className={styles.header}>
      <Menu
        label={name}
        placement="bottom start"
        trigger={
          <AriaButton className={styles.button}>
            <h1 className={styles.name}>
              <bdi>{name}</bdi>
            </h1>
            <Icon name="chevronDown" size={16} />
          </AriaButton>
        }
        load={TeamItems.load}
      >
        <TeamItems />
      </Menu>
      <HideSidebarButton />
    </header>
  );
}
