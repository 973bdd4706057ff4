import {t} from '@lingui/core/macro';
import {Panel} from '../../components/ui/panel.tsx';
import {PreferenceSelect, PreferenceSwitch} from './preference-controls.tsx';

const CATEGORY = 'sidebar_settings';

/** Settings for the channel list. Categories are managed in the channel list itself. */
export default function Sidebar() {
  return (
    <Panel title={t`Channel list`} text={t`Create and sort categories from the menus in the sidebar.`}>
      <PreferenceSwitch
        category={CATEGORY}
        name="show_unread_section"
        initial="false"
        label={t`Group unread channels`}
        hint={t`Shows all unread channels together at the top of the sidebar.`}
      />
      <PreferenceSelect
        category={CATEGORY}
        name="limit_visible_dms_gms"
        initial="20"
        label={t`Number of direct messages to show`}
        hint={t`The most recent ones. Unread messages are always shown.`}
        options={[
          {value: '10', label: '10'},
          {value: '15', label: '15'},
          {value: '20', label: '20'},
          {value: '40', label: '40'},
          {value: '10000', label: t`All`},
        ]}
      />
    </Panel>
  );
}
