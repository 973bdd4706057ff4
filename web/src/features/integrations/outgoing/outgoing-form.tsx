import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../../components/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/dialog.tsx';
import {ErrorNotice} from '../../../components/notice.tsx';
import {RadioField} from '../../../components/radio-field.tsx';
import {TextArea, TextField} from '../../../components/text-field.tsx';
import {useCurrentTeam} from '../../teams/teams.ts';
import {ChannelField} from '../channel-field.tsx';
import {OverrideFields} from '../override-fields.tsx';
import {placeRefusal} from '../place-refusal.ts';
import {callableAddress, LIMITS, linesOf, tooLong, webAddress} from '../rules.ts';
import {type OutgoingWebhook, saveOutgoing} from './outgoing-webhooks.ts';

interface Values {
  display_name: string;
  description: string;
  channel_id: string;
  /** Separated by commas. */
  trigger_words: string;
  /** A number, as the values of radio buttons are texts. */
  trigger_when: string;
  /** One a line. */
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
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, setValue, getValues, setError, formState} = useForm<Values>({
    defaultValues: {
      display_name: hook?.display_name ?? '',
      description: hook?.description ?? '',
      channel_id: hook?.channel_id ?? '',
      trigger_words: hook?.trigger_words?.join(', ') ?? '',
      trigger_when: String(hook?.trigger_when ?? 0),
      callback_urls: hook?.callback_urls.join('\n') ?? '',
      content_type: !hook || hook.content_type === JSON_TYPE ? JSON_TYPE : FORM_TYPE,
      username: hook?.username ?? '',
      icon_url: hook?.icon_url ?? '',
    },
  });
  const {errors, isSubmitting} = formState;

  async function save(values: Values) {
    setFailure(undefined);
    try {
      const saved = await saveOutgoing(hook, team.id, {
        ...values,
        display_name: values.display_name.trim(),
        trigger_words: wordsOf(values.trigger_words),
        trigger_when: Number(values.trigger_when),
        callback_urls: linesOf(values.callback_urls),
        username: values.username.trim(),
        icon_url: values.icon_url.trim(),
      });
      onClose();
      onSaved?.(saved);
    } catch (error) {
      setFailure(placeRefusal(error, FIELDS, setError));
    }
  }

  return (
    <Dialog title={hook ? 'Edit the outgoing webhook' : 'Add an outgoing webhook'} onClose={onClose} stays>
      <form onSubmit={handleSubmit(save)} noValidate>
        <DialogBody>
          <TextField
            label="Name"
            required
            autoFocus
            placeholder="Builder"
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
            publicOnly
            canBeEmpty
            placeholder="All public channels"
            hint="Private channels and direct messages set nothing off."
            error={errors.channel_id?.message}
            value={watch('channel_id')}
            onChange={(id) => setValue('channel_id', id)}
          />
          <TextField
            label="Trigger words"
            placeholder="build, deploy"
            hint="Separated by commas. Without any, every message of the channel counts."
            error={errors.trigger_words?.message}
            {...register('trigger_words', {
              validate: (words) =>
                wordsOf(words).length > 0 ||
                getValues('channel_id') !== '' ||
                'Name a word, or choose a channel, or both.',
            })}
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
            hint="One a line; each is called."
            error={errors.callback_urls?.message}
            {...register('callback_urls', {
              validate: (text) => {
                const lines = linesOf(text);
                if (lines.length === 0) return callableAddress('');
                const wrong = lines.find((line) => webAddress(line) !== true);
                return !wrong || `“${wrong}” does not begin with http:// or https://.`;
              },
            })}
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
            {hook ? 'Save' : 'Add the webhook'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
