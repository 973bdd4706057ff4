import {useForm} from 'react-hook-form';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {RadioField} from '../../../components/ui/radio-field.tsx';
import {type OutgoingWebhook, saveOutgoing} from '../../../data/integrations/outgoing-webhooks.ts';
import {linesOf, requiredWebAddress, webAddress} from '../../../data/integrations/rules.ts';
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
  /** A number, as the values of radio buttons are texts. */
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

function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

/** Makes an outgoing webhook, or changes one. */
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
      title={hook ? 'Edit the outgoing webhook' : 'Add an outgoing webhook'}
      submitLabel={hook ? 'Save' : 'Add the webhook'}
      form={form}
      fields={FIELDS}
      save={(values) =>
        saveOutgoing(hook, team.id, {
          ...values,
          display_name: values.display_name.trim(),
          trigger_words: wordsOf(values.trigger_words),
          trigger_when: Number(values.trigger_when),
          callback_urls: linesOf(values.callback_urls),
          username: values.username.trim(),
          icon_url: values.icon_url.trim(),
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <WebhookNameFields form={form} placeholder="Builder" />
      <ChannelField
        label="Channel"
        publicOnly={!mayBePrivate}
        canBeEmpty
        placeholder="All public channels"
        hint={mayBePrivate ? undefined : 'Private channels and direct messages set nothing off.'}
        error={formField(form, 'channel_id').error}
        value={watch('channel_id')}
        onChange={(id) => setValue('channel_id', id)}
      />
      <Checkbox
        label="It may be a private channel"
        hint="One that its owner is in, for as long as they are. What is written there goes to your program."
        {...form.register('allow_private_channel')}
      />
      <TextField
        label="Trigger words"
        placeholder="build, deploy"
        hint="Separated by commas. Without any, every message of the channel counts."
        {...formField(
          form,
          'trigger_words',
          (words) =>
            wordsOf(words).length > 0 ||
            form.getValues('channel_id') !== '' ||
            'Name a word, or choose a channel, or both.',
        )}
      />
      <RadioField
        label="A message counts if"
        options={[
          {value: '0', label: 'its first word is one of them'},
          {value: '1', label: 'it begins with one of them'},
        ]}
        value={watch('trigger_when')}
        onChange={(value) => setValue('trigger_when', value)}
      />
      <TextArea
        label="Addresses to call"
        required
        rows={2}
        inputMode="url"
        placeholder="https://ci.example.com/hook"
        hint="One per line; each is called."
        {...formField(form, 'callback_urls', callableAddresses)}
      />
      <RadioField
        label="It is sent"
        options={[
          {value: JSON_TYPE, label: 'JSON'},
          {value: FORM_TYPE, label: 'A form'},
        ]}
        value={watch('content_type')}
        onChange={(value) => setValue('content_type', value)}
      />
      <OverrideFields
        form={form}
        label="Answers as"
        hint="The name beside what your program answers, unless it brings one."
      />
    </IntegrationForm>
  );
}

function callableAddresses(text: string): true | string {
  const lines = linesOf(text);
  if (lines.length === 0) return requiredWebAddress('');
  const wrong = lines.find((line) => webAddress(line) !== true);
  return !wrong || `“${wrong}” does not begin with http:// or https://.`;
}
