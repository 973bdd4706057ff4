import {Panel} from '../../components/ui/panel.tsx';
import {PreferenceSelect, PreferenceSwitch} from './preference-controls.tsx';

const CATEGORY = 'sidebar_settings';

/** How the list of channels is ordered. Its sections are made, named and sorted in the list itself. */
export default function Sidebar() {
  return (
    <Panel title="Channels at the side" text="Sections are made and sorted by the menus in the list itself.">
      <PreferenceSwitch
        category={CATEGORY}
        name="show_unread_section"
        initial="false"
        label="Unread channels at the top"
        hint="In a section of their own, whatever section they belong to."
      />
      <PreferenceSelect
        category={CATEGORY}
        name="limit_visible_dms_gms"
        initial="20"
        label="Direct messages shown"
        hint="Those written in last. What is unread is always shown."
        options={[
          {value: '10', label: '10'},
          {value: '15', label: '15'},
          {value: '20', label: '20'},
          {value: '40', label: '40'},
          {value: '10000', label: 'All'},
        ]}
      />
    </Panel>
  );
}
