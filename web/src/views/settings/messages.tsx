import {t} from '@lingui/core/macro';
import {Panel} from '../../components/ui/panel.tsx';
import {PreferenceSelect, PreferenceSwitch} from './preference-controls.tsx';

const CATEGORY = 'advanced_settings';

/** Settings for writing and reading messages. */
export default function Messages() {
  return (
    <>
      <Panel title={t`Writing`}>
        <PreferenceSwitch
          category={CATEGORY}
          name="send_on_ctrl_enter"
          initial="false"
          label={t`Send with Ctrl+Enter`}
          hint={t`Enter then starts a new line. On a Mac, use ⌘+Enter.`}
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="code_block_ctrl_enter"
          initial="true"
          label={t`Send code blocks with Ctrl+Enter`}
          hint={t`After three backticks, Enter starts a new line, so you don't send unfinished code.`}
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="feature_enabled_markdown_preview"
          initial="true"
          label={t`Show a preview button in the composer`}
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="sync_drafts"
          initial="true"
          label={t`Sync drafts across devices`}
          hint={t`Continue a draft in another browser or app.`}
        />
      </Panel>
      <Panel title={t`Reading`}>
        <PreferenceSelect
          category={CATEGORY}
          name="unread_scroll_position"
          initial="start_from_left_off"
          label={t`Open channels`}
          options={[
            {value: 'start_from_left_off', label: t`Where I left off`},
            {value: 'start_from_newest', label: t`At the newest message`},
          ]}
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="join_leave"
          initial="true"
          label={t`Show when people join or leave channels`}
        />
        <PreferenceSwitch
          category={CATEGORY}
          name="formatting"
          initial="true"
          label={t`Show formatting`}
          hint={t`Turn this off to see messages as plain text, without formatting, images, or attachments.`}
        />
      </Panel>
    </>
  );
}
