import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog} from '../../../components/ui/form-dialog.tsx';
import {addCustomEmoji} from '../../../data/emoji/custom-emoji.ts';
import {byteSize} from '../../../lib/numbers.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {showServerError} from '../form-field.ts';
import {ImageField} from '../image-field.tsx';

/** The maximum size of an emoji image in bytes. The server enforces the same limit. */
const MAX_BYTES = 512 * 1024;

interface Values {
  name: string;
  image: File | undefined;
}

export function AddEmojiDialog({onClose}: {onClose: () => void}) {
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, setValue, setError, formState} = useForm<Values>({
    defaultValues: {name: '', image: undefined},
  });
  const {errors, isSubmitting} = formState;
  const limit = byteSize(MAX_BYTES);
  register('image', {
    validate: (image) => {
      if (!image) return t`Choose an image.`;
      return image.size <= MAX_BYTES || t`The image is too large. The limit is ${limit}.`;
    },
  });

  async function add({name, image}: Values) {
    setFailure(undefined);
    const emojiName = plainName(name);
    try {
      await addCustomEmoji(emojiName, image!);
      showSuccess(t`Added :${emojiName}:`);
      onClose();
    } catch (error) {
      setFailure(showServerError(error, ['name', 'image'], setError));
    }
  }

  return (
    <FormDialog
      title={t`Add emoji`}
      submitLabel={t`Add emoji`}
      isChanged={formState.isDirty}
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(add)}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        placeholder="party-parrot"
        hint={t`What people type between colons: letters, digits, - _ and +`}
        error={errors.name?.message}
        {...register('name', {
          validate: (name) =>
            /^[A-Za-z0-9_+-]{1,64}$/.test(plainName(name)) || t`Use 1 to 64 letters, digits, - _ and +.`,
        })}
      />
      <ImageField
        label={t`Image`}
        required
        hint={t`PNG, JPEG, GIF or WebP, up to ${limit}. The image is resized to fit 128 × 128 pixels. Animations are kept.`}
        error={errors.image?.message}
        onChoose={(image) =>
          setValue('image', image, {shouldDirty: true, shouldValidate: formState.isSubmitted})
        }
      />
    </FormDialog>
  );
}

/** Removes the colons that some people include. */
function plainName(name: string): string {
  return name.trim().replaceAll(':', '');
}
