import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../../components/button.tsx';
import {Checkbox} from '../../../components/checkbox.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/dialog.tsx';
import {ErrorNotice} from '../../../components/notice.tsx';
import {TextArea, TextField} from '../../../components/text-field.tsx';
import {ChannelField} from '../channel-field.tsx';
import {OverrideFields} from '../override-fields.tsx';
import {placeRefusal} from '../place-refusal.ts';
import {LIMITS, tooLong, webAddress} from '../rules.ts';
import {type IncomingWebhook, type IncomingWebhookValues, saveIncoming} from './incoming-webhooks.ts';

/** Makes an incoming webhook, or changes one. */
export function IncomingForm({
  hook,
  onClose,
  onSaved,
}: {
  hook?: IncomingWebhook;
  onClose: () => void;
  onSaved?: (hook: IncomingWebhook) => void;
}) {
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, setValue, setError, formState} = useForm<IncomingWebhookValues>({
    defaultValues: {
      display_name: hook?.display_name ?? '',
      description: hook?.description ?? '',
      channel_id: hook?.channel_id ?? '',
      channel_locked: hook?.channel_locked ?? false,
      username: hook?.username ?? '',
      icon_url: hook?.icon_url ?? '',
    },
  });
  const {errors, isSubmitting} = formState;
  register('channel_id', {validate: (id) => id !== '' || 'Choose the channel that it posts to.'});

  async function save(values: IncomingWebhookValues) {
    setFailure(undefined);
    try {
      const saved = await saveIncoming(hook, {
        ...values,
        display_name: values.display_name.trim(),
        icon_url: values.icon_url.trim(),
        username: values.username.trim(),
      });
      onClose();
      onSaved?.(saved);
    } catch (error) {
      setFailure(
        placeRefusal(error, ['display_name', 'description', 'channel_id', 'username', 'icon_url'], setError),
      );
    }
  }

  return (
    <Dialog title={hook ? 'Edit the incoming webhook' : 'Add an incoming webhook'} onClose={onClose} stays>
      <form onSubmit={handleSubmit(save)} noValidate>
        <DialogBody>
          <TextField
            label="Name"
            required
            autoFocus
            placeholder="Builds"
            error={errors.display_name?.message}
            {...register('display_name', {
              validate: {
                given: (name) => name.trim() !== '' || 'Give it a name, so that others know what it is for.',
                length: tooLong(LIMITS.displayName),
              },
            })}
          />
          <TextArea
            label="Description"
            rows={2}
            error={errors.description?.message}
            {...register('description', {validate: tooLong(LIMITS.description)})}
          />
          <ChannelField
            label="Channel"
            required
            hint="Where its messages go, unless they name another channel."
            error={errors.channel_id?.message}
            value={watch('channel_id')}
            onChange={(id) => setValue('channel_id', id, {shouldValidate: true})}
          />
          <Checkbox
            label="Lock to this channel"
            hint="Messages cannot go anywhere else, even if the address leaks."
            {...register('channel_locked')}
          />
          <OverrideFields
            label="Posts as"
            hint="The name beside its messages, unless they bring one."
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
            {hook ? 'Save' : 'Add the webhook'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
