import {t} from '@lingui/core/macro';
import type {Path, UseFormReturn} from 'react-hook-form';
import {TextField} from '../../components/ui/field.tsx';
import {LIMITS, tooLong, webAddress} from '../../data/integrations/rules.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {formField} from './form-field.ts';

/** The name and picture shown on an integration's messages, if the server's settings allow overriding them. */
export function OverrideFields<T extends {username: string; icon_url: string}>({
  form,
  label,
  hint,
}: {
  form: UseFormReturn<T>;
  /** The label of the name field. */
  label: string;
  hint: string;
}) {
  const mayName = useIsOn('EnablePostUsernameOverride');
  const mayPicture = useIsOn('EnablePostIconOverride');
  const username = formField(form, 'username' as Path<T>, tooLong(LIMITS.username));
  const pictureUrl = formField(form, 'icon_url' as Path<T>, webAddress);
  return (
    <>
      {mayName && <TextField label={label} placeholder="webhook" hint={hint} {...username} />}
      {mayPicture && (
        <TextField
          label={t`Picture URL`}
          inputMode="url"
          placeholder="https://example.com/builder.png"
          hint={t`The picture shown next to the name.`}
          {...pictureUrl}
        />
      )}
    </>
  );
}
