import {t} from '@lingui/core/macro';
import {useForm} from 'react-hook-form';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {RadioField} from '../../../components/ui/radio-field.tsx';
import {type Command, type CommandInput, saveCommand} from '../../../data/integrations/commands.ts';
import {LIMITS, requiredWebAddress, tooLong} from '../../../data/integrations/rules.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {formField} from '../form-field.ts';
import {IntegrationForm} from '../integration-form.tsx';
import {OverrideFields} from '../override-fields.tsx';

const FIELDS = [
  'trigger',
  'url',
  'display_name',
  'description',
  'auto_complete_hint',
  'auto_complete_desc',
  'username',
  'icon_url',
] as const;

/** Creates or edits a slash command. */
export function CommandForm({
  command,
  onClose,
  onSaved,
}: {
  command?: Command;
  onClose: () => void;
  onSaved?: (command: Command) => void;
}) {
  const team = useCurrentTeam();
  const form = useForm<CommandInput>({
    defaultValues: {
      trigger: command?.trigger ?? '',
      url: command?.url ?? '',
      method: command?.method ?? 'P',
      display_name: command?.display_name ?? '',
      description: command?.description ?? '',
      auto_complete: command?.auto_complete ?? true,
      auto_complete_hint: command?.auto_complete_hint ?? '',
      auto_complete_desc: command?.auto_complete_desc ?? '',
      username: command?.username ?? '',
      icon_url: command?.icon_url ?? '',
    },
  });
  const {watch, setValue} = form;
  const trigger = command?.trigger ?? '';
  return (
    <IntegrationForm
      title={command ? t`Edit /${trigger}` : t`Create slash command`}
      submitLabel={command ? t`Save` : t`Create command`}
      form={form}
      fields={FIELDS}
      save={(values) =>
        saveCommand(command, team.id, {
          ...values,
          trigger: values.trigger.trim().replace(/^\//, ''),
          url: values.url.trim(),
          icon_url: values.icon_url.trim(),
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField
        label={t`Trigger word`}
        required
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        placeholder="deploy"
        hint={t`What people type after the slash: letters, digits, _ . / and -`}
        {...formField(form, 'trigger', triggerRule)}
      />
      <TextField
        label={t`Request URL`}
        required
        inputMode="url"
        placeholder="https://deploy.example.com/hook"
        {...formField(form, 'url', {callable: requiredWebAddress, length: tooLong(LIMITS.url)})}
      />
      <RadioField
        label={t`Request method`}
        options={[
          {value: 'P', label: 'POST', hint: t`Sends the parameters as a form.`},
          {value: 'G', label: 'GET', hint: t`Sends the parameters in the query string.`},
        ]}
        value={watch('method')}
        onChange={(method) => setValue('method', method as 'P' | 'G', {shouldDirty: true})}
      />
      <TextField
        label={t`Name`}
        placeholder={t`Deploy`}
        {...formField(form, 'display_name', tooLong(LIMITS.displayName))}
      />
      <TextField
        label={t`Description`}
        {...formField(form, 'description', tooLong(LIMITS.commandDescription))}
      />
      <Checkbox
        label={t`Show in autocomplete`}
        hint={t`Otherwise, people need to know the command to use it.`}
        {...form.register('auto_complete')}
      />
      {watch('auto_complete') && (
        <>
          <TextField
            label={t`Autocomplete hint`}
            placeholder="[service]"
            hint={t`Shown next to the command.`}
            {...formField(form, 'auto_complete_hint', tooLong(LIMITS.url))}
          />
          <TextField
            label={t`Autocomplete description`}
            placeholder={t`Deploys a service`}
            hint={t`Shown below the command.`}
            {...formField(form, 'auto_complete_desc', tooLong(LIMITS.url))}
          />
        </>
      )}
      <OverrideFields
        form={form}
        label={t`Response username`}
        hint={t`The name shown on responses, unless your program sets another.`}
      />
    </IntegrationForm>
  );
}

function triggerRule(text: string): true | string {
  const word = text.trim();
  if (word === '') return t`Enter a trigger word.`;
  return (
    /^\/?[A-Za-z0-9_./-]{1,128}$/.test(word) || t`Use 1 to 128 letters, digits, _ . / and -, without spaces.`
  );
}
