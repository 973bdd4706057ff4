import {useForm} from 'react-hook-form';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {
  type IncomingWebhook,
  type IncomingWebhookValues,
  saveIncoming,
} from '../../../data/integrations/incoming-webhooks.ts';
import {ChannelField} from '../channel-field.tsx';
import {formField} from '../form-field.ts';
import {IntegrationForm, WebhookNameFields} from '../integration-form.tsx';
import {OverrideFields} from '../override-fields.tsx';

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
  const form = useForm<IncomingWebhookValues>({
    defaultValues: {
      display_name: hook?.display_name ?? '',
      description: hook?.description ?? '',
      channel_id: hook?.channel_id ?? '',
      channel_locked: hook?.channel_locked ?? false,
      username: hook?.username ?? '',
      icon_url: hook?.icon_url ?? '',
    },
  });
  const channel = formField(form, 'channel_id', (id) => id !== '' || 'Choose the channel that it posts to.');
  return (
    <IntegrationForm
      title={hook ? 'Edit the incoming webhook' : 'Add an incoming webhook'}
      submitLabel={hook ? 'Save' : 'Add the webhook'}
      form={form}
      fields={['display_name', 'description', 'channel_id', 'username', 'icon_url']}
      save={(values) =>
        saveIncoming(hook, {
          ...values,
          display_name: values.display_name.trim(),
          icon_url: values.icon_url.trim(),
          username: values.username.trim(),
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <WebhookNameFields form={form} placeholder="Builds" />
      <ChannelField
        label="Channel"
        required
        hint="Where its messages go, unless they name another channel."
        error={channel.error}
        value={form.watch('channel_id')}
        onChange={(id) => form.setValue('channel_id', id, {shouldValidate: true})}
      />
      <Checkbox
        label="Lock to this channel"
        hint="Messages cannot go anywhere else, even if the address leaks."
        {...form.register('channel_locked')}
      />
      <OverrideFields
        form={form}
        label="Posts as"
        hint="The name beside its messages, unless they bring one."
      />
    </IntegrationForm>
  );
}
