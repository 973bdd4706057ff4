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

/** Makes a slash command, or changes one. */
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
  return (
    <IntegrationForm
      title={command ? `Edit /${command.trigger}` : 'Add a slash command'}
      submitLabel={command ? 'Save' : 'Add the command'}
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
        label="Word"
        required
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        placeholder="deploy"
        hint="What follows the slash: letters, digits, _ . / and -"
        {...formField(form, 'trigger', triggerFault)}
      />
      <TextField
        label="Address to call"
        required
        inputMode="url"
        placeholder="https://deploy.example.com/hook"
        {...formField(form, 'url', {callable: requiredWebAddress, length: tooLong(LIMITS.url)})}
      />
      <RadioField
        label="Method"
        options={[
          {value: 'P', label: 'POST', hint: 'What was typed comes as a form.'},
          {value: 'G', label: 'GET', hint: 'It comes in the query.'},
        ]}
        value={watch('method')}
        onChange={(method) => setValue('method', method as 'P' | 'G')}
      />
      <TextField
        label="Name"
        placeholder="Deploy"
        {...formField(form, 'display_name', tooLong(LIMITS.displayName))}
      />
      <TextField
        label="Description"
        {...formField(form, 'description', tooLong(LIMITS.commandDescription))}
      />
      <Checkbox
        label="Offer it while people type"
        hint="Otherwise only those who know it use it."
        {...form.register('auto_complete')}
      />
      {watch('auto_complete') && (
        <>
          <TextField
            label="What follows the word"
            placeholder="[service]"
            hint="Shown beside it."
            {...formField(form, 'auto_complete_hint', tooLong(LIMITS.url))}
          />
          <TextField
            label="What it does"
            placeholder="Deploys a service"
            hint="Shown below it."
            {...formField(form, 'auto_complete_desc', tooLong(LIMITS.url))}
          />
        </>
      )}
      <OverrideFields
        form={form}
        label="Answers as"
        hint="The name beside what your program answers, unless it brings one."
      />
    </IntegrationForm>
  );
}

function triggerFault(text: string): true | string {
  const word = text.trim();
  if (word === '') return 'A command needs a word.';
  return (
    /^\/?[A-Za-z0-9_./-]{1,128}$/.test(word) ||
    'A word has 1 to 128 letters, digits, _ . / and -, and no spaces.'
  );
}
