import type {UseFormRegisterReturn} from 'react-hook-form';
import {TextField} from '../../components/text-field.tsx';
import {useIsOn} from '../../lib/client-config.ts';

type RegisteredField = UseFormRegisterReturn & {error: string | undefined};

/** Name and picture of what an integration posts, where the server's settings let it choose them. */
export function OverrideFields({
  label,
  hint,
  username,
  picture,
}: {
  /** Of the name, such as `Posts as`. */
  label: string;
  hint: string;
  username: RegisteredField;
  picture: RegisteredField;
}) {
  const mayName = useIsOn('EnablePostUsernameOverride');
  const mayPicture = useIsOn('EnablePostIconOverride');
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
