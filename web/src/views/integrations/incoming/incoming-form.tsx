import {t} from '@lingui/core/macro';
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

/** Creates or edits an incoming webhook. */
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
  const channel = formField(form, 'channel_id', (id) => id !== '' || t`Choose a channel.`);
  return (
    <IntegrationForm
      title={hook ? t`Edit incoming webhook` : t`Create incoming webhook`}
      submitLabel={hook ? t`Save` : t`Create webhook`}
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
      <WebhookNameFields
        form={form}
        placeholder={t({message: 'Builds', comment: 'Example of a webhook name: results of a build server'})}
      />
      <ChannelField
        label={t`Channel`}
        required
        hint={t`Where messages are posted, unless a request names another channel.`}
        error={channel.error}
        value={form.watch('channel_id')}
        onChange={(id) => form.setValue('channel_id', id, {shouldDirty: true, shouldValidate: true})}
      />
      <Checkbox
        label={t`Lock to this channel`}
        hint={t`Requests can't post anywhere else, even if the URL leaks.`}
        {...form.register('channel_locked')}
      />
      <OverrideFields
        form={form}
        label={t`Username`}
        hint={t`The name shown on messages, unless a request sets another.`}
      />
    </IntegrationForm>
  );
}
