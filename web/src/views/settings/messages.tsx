import {Panel} from '../../components/ui/panel.tsx';
import {PreferenceSelect, PreferenceSwitch} from './preference-controls.tsx';

const CATEGORY = 'advanced_settings';

/** How messages are written and read. */
export default function Messages() {
  return (
    <>
      <Panel title="Writing">
        <PreferenceSwitch
          category={CATEGORY}
          name="send_on_ctrl_enter"
          initial="false"
          label="Send with Ctrl+Enter"
          hint="Enter alone begins a new line then. On a Mac it is ⌘+Enter."
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="code_block_ctrl_enter"
          initial="true"
          label="In a block of code, send with Ctrl+Enter"
          hint="After ``` Enter begins a new line, so that code is not sent half written."
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="feature_enabled_markdown_preview"
          initial="true"
          label="Offer a preview of what I write"
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="sync_drafts"
          initial="true"
          label="Keep what I have begun on the server"
          hint="So that you can go on with it in another browser."
        />
      </Panel>
      <Panel title="Reading">
        <PreferenceSelect
          category={CATEGORY}
          name="unread_scroll_position"
          initial="start_from_left_off"
          label="A channel opens"
          options={[
            {value: 'start_from_left_off', label: 'Where I stopped reading'},
            {value: 'start_from_newest', label: 'At the newest message'},
          ]}
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="join_leave"
          initial="true"
          label="Show who joins and leaves channels"
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="formatting"
          initial="true"
          label="Show formatting"
          hint="Bold, lists, code, pictures and the blocks of integrations. Without it, messages are plain text."
        />
      </Panel>
    </>
  );
}
