import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../../components/button.tsx';
import {Checkbox} from '../../../components/checkbox.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/dialog.tsx';
import {ErrorNotice} from '../../../components/notice.tsx';
import {RadioField} from '../../../components/radio-field.tsx';
import {TextField} from '../../../components/text-field.tsx';
import {useCurrentTeam} from '../../teams/teams.ts';
import {OverrideFields} from '../override-fields.tsx';
import {placeRefusal} from '../place-refusal.ts';
import {callableAddress, LIMITS, tooLong, webAddress} from '../rules.ts';
import {type Command, type CommandInput, saveCommand} from './commands.ts';

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
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, setValue, setError, formState} = useForm<CommandInput>({
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
  const {errors, isSubmitting} = formState;

  async function save(values: CommandInput) {
    setFailure(undefined);
    try {
      const saved = await saveCommand(command, team.id, {
        ...values,
        trigger: values.trigger.trim().replace(/^\//, ''),
        url: values.url.trim(),
        icon_url: values.icon_url.trim(),
      });
      onClose();
      onSaved?.(saved);
    } catch (error) {
      setFailure(placeRefusal(error, FIELDS, setError));
    }
  }

  return (
    <Dialog title={command ? `Edit /${command.trigger}` : 'Add a slash command'} onClose={onClose} stays>
      <form onSubmit={handleSubmit(save)} noValidate>
        <DialogBody>
          <TextField
            label="Word"
            required
            autoFocus
            autoCapitalize="off"
            spellCheck={false}
            placeholder="deploy"
            hint="What follows the slash: letters, digits, _ . / and -"
            error={errors.trigger?.message}
            {...register('trigger', {
              validate: (word) =>
                /^\/?[A-Za-z0-9_./-]{1,128}$/.test(word.trim()) ||
                (word.trim() === ''
                  ? 'A command needs a word.'
                  : 'A word has 1 to 128 letters, digits, _ . / and -, and no spaces.'),
            })}
          />
          <TextField
            label="Address to call"
            required
            inputMode="url"
            placeholder="https://deploy.example.com/hook"
            error={errors.url?.message}
            {...register('url', {validate: {callable: callableAddress, length: tooLong(LIMITS.address)}})}
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
            error={errors.display_name?.message}
            {...register('display_name', {validate: tooLong(LIMITS.displayName)})}
          />
          <TextField
            label="Description"
            error={errors.description?.message}
            {...register('description', {validate: tooLong(LIMITS.commandDescription)})}
          />
          <Checkbox
            label="Offer it while people type"
            hint="Otherwise only those who know it use it."
            {...register('auto_complete')}
          />
          {watch('auto_complete') && (
            <>
              <TextField
                label="What follows the word"
                placeholder="[service]"
                hint="Shown beside it."
                error={errors.auto_complete_hint?.message}
                {...register('auto_complete_hint', {validate: tooLong(LIMITS.address)})}
              />
              <TextField
                label="What it does"
                placeholder="Deploys a service"
                hint="Shown below it."
                error={errors.auto_complete_desc?.message}
                {...register('auto_complete_desc', {validate: tooLong(LIMITS.address)})}
              />
            </>
          )}
          <OverrideFields
            label="Answers as"
            hint="The name beside what your program answers, unless it brings one."
            username={{
              ...register('username', {validate: tooLong(LIMITS.username)}),
              error: errors.username?.message,
            }}
            picture={{
              ...register('icon_url', {validate: webAddress}),
              error: errors.icon_url?.message,
            }}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <DialogFooter>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isSubmitting}>
            {command ? 'Save' : 'Add the command'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
