import type {Path, UseFormReturn} from 'react-hook-form';
import {TextField} from '../../components/ui/field.tsx';
import {LIMITS, tooLong, webAddress} from '../../data/integrations/rules.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {formField} from './form-field.ts';

/** Name and picture of what an integration posts, where the server's settings let it choose them. */
export function OverrideFields<T extends {username: string; icon_url: string}>({
  form,
  label,
  hint,
}: {
  form: UseFormReturn<T>;
  /** Of the name, such as `Posts as`. */
  label: string;
  hint: string;
}) {
  const mayName = useIsOn('EnablePostUsernameOverride');
  const mayPicture = useIsOn('EnablePostIconOverride');
  const username = formField(form, 'username' as Path<T>, tooLong(LIMITS.username));
  const picture = formField(form, 'icon_url' as Path<T>, webAddress);
  return (
    <>
      {mayName && <TextField label={label} placeholder="webhook" hint={hint} {...username} />}
      {mayPicture && (
        <TextField
          label="Picture"
          inputMode="url"
          placeholder="https://example.com/builder.png"
          hint="The address of the picture beside it."
          {...picture}
        />
      )}
    </>
  );
}
