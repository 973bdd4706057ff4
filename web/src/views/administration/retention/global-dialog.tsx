import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {RegisterOptions} from 'react-hook-form';
import {TimeField} from '../../../components/time/time-field.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {InputDialog} from '../../../components/ui/input-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {changeRetentionSettings, type RetentionSettings} from '../../../data/retention/retention.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {useSettingsForm} from '../use-settings-form.ts';
import {ConfirmDeletion, Preview} from './preview.tsx';
import styles from './retention.module.css';

interface GlobalDialogProps {
  settings: RetentionSettings;
  pinned: {[Name in keyof RetentionSettings]?: boolean};
  onClose: () => void;
}

type Name = keyof RetentionSettings;

/** Edits the global policy. Pinned settings are read-only. */
export function GlobalDialog({settings, pinned, onClose}: GlobalDialogProps) {
  const form = useSettingsForm({
    section: 'DataRetentionSettings',
    settings,
    pinned,
    change: changeRetentionSettings,
    onSaved: onClose,
    needsConfirmation: (next) =>
      deletesEarlier(next, settings, 'Message') || deletesEarlier(next, settings, 'File'),
  });
  const {setting, timeSetting, watch, failure, isSubmitting, onSubmit, unconfirmed} = form;
  const deletion = unconfirmed && toProposal(unconfirmed);
  const whole: RegisterOptions<RetentionSettings, Name> = {
    valueAsNumber: true,
    validate: (value) => (Number.isInteger(value) && Number(value) >= 0) || t`Enter a number, 0 or more.`,
  };
  const age = (days: 'MessageRetentionDays' | 'FileRetentionDays', hours: Name) => (
    <div className={styles.age}>
      <TextField type="number" min={0} label={t`Days`} {...setting(days, undefined, whole)} />
      <TextField
        type="number"
        min={0}
        label={t`Hours instead of days`}
        {...setting(hours, undefined, whole)}
      />
    </div>
  );
  return (
    <InputDialog title={t`Global policy`} size="large" isChanged={form.isDirty} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <DialogBody>
          <Checkbox
            asSwitch
            label={t`Delete messages`}
            {...setting('EnableMessageDeletion', t`With their files, when they reach this age.`)}
          />
          {age('MessageRetentionDays', 'MessageRetentionHours')}
          <Checkbox
            label={t`Keep pinned messages`}
            {...setting('PreservePinnedPosts', t`Also applies to the policies of teams and channels.`)}
          />
          <Checkbox
            asSwitch
            label={t`Delete files`}
            {...setting('EnableFileDeletion', t`Their messages stay.`)}
          />
          {age('FileRetentionDays', 'FileRetentionHours')}
          <TimeField label={t`Time of day`} {...timeSetting('DeletionJobStartTime')} />
          <Preview data={toProposal(watch())} />
          <ErrorNotice text={failure} />
          {deletion && (
            <ConfirmDeletion data={deletion} onConfirm={form.confirm} onClose={form.cancel}>
              {joinSentences(deletionTexts(unconfirmed))}
            </ConfirmDeletion>
          )}
        </DialogBody>
        <FormFooter busy={isSubmitting} onCancel={onClose}>
          <Trans>Save</Trans>
        </FormFooter>
      </form>
    </InputDialog>
  );
}

/** Whether the global policy would delete messages or files earlier than it does now. */
function deletesEarlier(next: RetentionSettings, now: RetentionSettings, what: 'Message' | 'File'): boolean {
  const hours = getHours(next, what);
  return hours > 0 && hours < (getHours(now, what) || Number.POSITIVE_INFINITY);
}

function deletionTexts(settings: RetentionSettings): string[] {
  const messages = getHours(settings, 'Message');
  const files = getHours(settings, 'File');
  const messageAge = formatAge(messages);
  const fileAge = formatAge(files);
  return [
    ...(messages > 0 ? [t`Messages are deleted permanently, with their files, after ${messageAge}.`] : []),
    ...(files > 0 ? [t`Files are deleted permanently after ${fileAge}.`] : []),
  ];
}

/** The job data of a dry run with these settings; undefined if they delete nothing. */
function toProposal(settings: RetentionSettings): Record<string, string> | undefined {
  const messages = getHours(settings, 'Message');
  const files = getHours(settings, 'File');
  if (messages === 0 && files === 0) return undefined;
  return {
    ...(messages > 0 && {message_hours: String(messages)}),
    ...(files > 0 && {file_hours: String(files)}),
  };
}

/** The age in hours at which the global policy deletes messages or files; 0 if it keeps them. */
export function getHours(settings: RetentionSettings, what: 'Message' | 'File'): number {
  if (!settings[`Enable${what}Deletion`]) return 0;
  const hours = settings[`${what}RetentionHours`] || settings[`${what}RetentionDays`] * 24;
  return Number.isInteger(hours) ? hours : 0;
}

/** The age in days, or in hours if it isn't whole days. */
export function formatAge(hours: number): string {
  return hours % 24 === 0
    ? plural(hours / 24, {one: '# day', other: '# days'})
    : plural(hours, {one: '# hour', other: '# hours'});
}
