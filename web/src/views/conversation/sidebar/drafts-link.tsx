import {t} from '@lingui/core/macro';
import {useStore} from '@nanostores/react';
import {Link, useLocation} from 'react-router';
import {useLinkShortcut} from '../../../components/keyboard/use-shortcut.ts';
import {usePanel} from '../../../components/panels/use-panel.ts';
import {Icon} from '../../../components/ui/icon.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {$openChannel} from '../../../data/channels/read-state.ts';
import {useDraftPlaces} from '../../../data/drafts/drafts.ts';
import {useScheduledPosts} from '../../../data/scheduled-posts/scheduled-posts.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {count} from '../../../lib/numbers.ts';
import styles from './threads-link.module.css';

/** The link to unsent messages, always shown, so that the channels don't move. What the person is writing doesn't count. */
export function DraftsLink() {
  const team = useCurrentTeam();
  const {pathname} = useLocation();
  const panel = usePanel();
  const open = [useStore($openChannel), panel?.kind === 'thread' ? panel.rootId : undefined];
  const drafts = useDraftPlaces().filter((placeId) => !open.includes(placeId));
  const {data: scheduled = []} = useScheduledPosts(team.id);
  const withScheduled = useIsOn('ScheduledPosts');
  const pages = [`/${team.name}/drafts`, `/${team.name}/scheduled_posts`] as const;
  const total = drafts.length + scheduled.length;
  const isOpen = pages.some((page) => page === pathname);
  return (
    <Link
      ref={useLinkShortcut('drafts')}
      to={drafts.length === 0 && scheduled.length > 0 ? pages[1] : pages[0]}
      className={styles.link}
      aria-current={isOpen ? 'page' : undefined}
    >
      <Icon name="edit" size={18} />
      <span className={styles.name}>{withScheduled ? t`Drafts and scheduled` : t`Drafts`}</span>
      {scheduled.some((post) => post.error_code) ? (
        <Tag kind="bad">
          {t({message: 'Not sent', comment: 'A scheduled message that could not be sent'})}
        </Tag>
      ) : (
        total > 0 && <span>{count(total)}</span>
      )}
    </Link>
  );
}
