import {t} from '@lingui/core/macro';
import {useForm} from 'react-hook-form';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {RadioField} from '../../../components/ui/radio-field.tsx';
import {type OutgoingWebhook, saveOutgoing} from '../../../data/integrations/outgoing-webhooks.ts';
import {requiredWebAddress, splitLines, webAddress} from '../../../data/integrations/rules.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {ChannelField} from '../channel-field.tsx';
import {formField} from '../form-field.ts';
import {IntegrationForm, WebhookNameFields} from '../integration-form.tsx';
import {OverrideFields} from '../override-fields.tsx';

interface Values {
  display_name: string;
  description: string;
  channel_id: string;
  allow_private_channel: boolean;
  /** Separated by commas. */
  trigger_words: string;
  /** A number as a string, because it is the value of radio buttons. */
  trigger_when: string;
  /** One per line. */
  callback_urls: string;
  content_type: string;
  username: string;
  icon_url: string;
}

const FIELDS = [
  'display_name',
  'description',
  'channel_id',
  'trigger_words',
  'callback_urls',
  'username',
  'icon_url',
] as const;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

/** Creates or edits an outgoing webhook. */
export function OutgoingForm({
  hook,
  onClose,
  onSaved,
}: {
  hook?: OutgoingWebhook;
  onClose: () => void;
  onSaved?: (hook: OutgoingWebhook) => void;
}) {
  const team = useCurrentTeam();
  const form = useForm<Values>({
    defaultValues: {
      display_name: hook?.display_name ?? '',
      description: hook?.description ?? '',
      channel_id: hook?.channel_id ?? '',
      allow_private_channel: hook?.allow_private_channel ?? false,
      trigger_words: hook?.trigger_words?.join(', ') ?? '',
      trigger_when: String(hook?.trigger_when ?? 0),
      callback_urls: hook?.callback_urls.join('\n') ?? '',
      content_type: !hook || hook.content_type === JSON_TYPE ? JSON_TYPE : FORM_TYPE,
      username: hook?.username ?? '',
      icon_url: hook?.icon_url ?? '',
    },
  });
  const {watch, setValue} = form;
  const mayBePrivate = watch('allow_private_channel');
  return (
    <IntegrationForm
      title={hook ? t`Edit outgoing webhook` : t`Create outgoing webhook`}
      submitLabel={hook ? t`Save` : t`Create webhook`}
      form={form}
      fields={FIELDS}
      save={(values) =>
        saveOutgoing(hook, team.id, {
          ...values,
          display_name: values.display_name.trim(),
          trigger_words: splitWords(values.trigger_words),
          trigger_when: Number(values.trigger_when),
          callback_urls: splitLines(values.callback_urls),
          username: values.username.trim(),
          icon_url: values.icon_url.trim(),
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
        publicOnly={!mayBePrivate}
        canBeEmpty
        placeholder={t`All public channels`}
        hint={mayBePrivate ? undefined : t`Private channels and direct messages don't trigger the webhook.`}
        error={formField(form, 'channel_id').error}
        value={watch('channel_id')}
        onChange={(id) => setValue('channel_id', id, {shouldDirty: true})}
      />
      <Checkbox
        label={t`Allow a private channel`}
        hint={t`Works as long as the owner is a member. Messages in the channel are sent to your program.`}
        {...form.register('allow_private_channel')}
      />
      <TextField
        label={t`Trigger words`}
        placeholder="build, deploy"
        hint={t`Separate words with commas. Leave empty to send every message in the channel.`}
        {...formField(
          form,
          'trigger_words',
          (words) =>
            splitWords(words).length > 0 ||
            form.getValues('channel_id') !== '' ||
            t`Enter a trigger word, choose a channel, or do both.`,
        )}
      />
      <RadioField
        label={t`Trigger when`}
        options={[
          {value: '0', label: t`The first word is a trigger word`},
          {value: '1', label: t`The message starts with a trigger word`},
        ]}
        value={watch('trigger_when')}
        onChange={(value) => setValue('trigger_when', value, {shouldDirty: true})}
      />
      <TextArea
        label={t`Callback URLs`}
        required
        rows={2}
        inputMode="url"
        placeholder="https://ci.example.com/hook"
        hint={t`One per line. All of them are called.`}
        {...formField(form, 'callback_urls', callbackUrlsRule)}
      />
      <RadioField
        label={t`Content type`}
        options={[
          {value: JSON_TYPE, label: 'JSON'},
          {value: FORM_TYPE, label: t({message: 'Form', comment: 'Content type of a request: form data'})},
        ]}
        value={watch('content_type')}
        onChange={(value) => setValue('content_type', value, {shouldDirty: true})}
      />
      <OverrideFields
        form={form}
        label={t`Response username`}
        hint={t`The name shown on responses, unless your program sets another.`}
      />
    </IntegrationForm>
  );
}

function callbackUrlsRule(text: string): true | string {
  const lines = splitLines(text);
  if (lines.length === 0) return requiredWebAddress('');
  const url = lines.find((line) => webAddress(line) !== true);
  return !url || t`“${url}” must start with http:// or https://.`;
}
