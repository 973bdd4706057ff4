import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog} from '../../../components/ui/form-dialog.tsx';
import {addCustomEmoji} from '../../../data/emoji/custom-emoji.ts';
import {tellDone} from '../../../lib/toasts.ts';
import {placeRefusal} from '../form-field.ts';
import {ImageField} from '../image-field.tsx';

/** The most bytes of an emoji's picture; the server has the same and the last word. */
const MOST_BYTES = 512 * 1024;

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
  register('image', {
    validate: (image) => {
      if (!image) return 'Choose a picture.';
      return image.size <= MOST_BYTES || 'The picture is too large: an emoji has at most 512 KB.';
    },
  });

  async function add({name, image}: Values) {
    setFailure(undefined);
    const plain = plainName(name);
    try {
      await addCustomEmoji(plain, image!);
      tellDone(`:${plain}: is there for everybody.`);
      onClose();
    } catch (error) {
      setFailure(placeRefusal(error, ['name', 'image'], setError));
    }
  }

  return (
    <FormDialog
      title="Add an emoji"
      submitLabel="Add the emoji"
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(add)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoFocus
        autoCapitalize="off"
        spellCheck={false}
        placeholder="party-parrot"
        hint="What one writes between colons: letters, digits, - _ and +"
        error={errors.name?.message}
        {...register('name', {
          validate: (name) =>
            /^[A-Za-z0-9_+-]{1,64}$/.test(plainName(name)) ||
            'A name has 1 to 64 letters, digits, - _ and +.',
        })}
      />
      <ImageField
        label="Picture"
        required
        hint="A PNG, JPEG, GIF or WebP of at most 512 KB. It is made to fit 128 by 128 pixels, and goes on moving if it moves."
        error={errors.image?.message}
        onChoose={(image) => setValue('image', image, {shouldValidate: formState.isSubmitted})}
      />
    </FormDialog>
  );
}

/** Some write the colons too. */
function plainName(name: string): string {
  return name.trim().replaceAll(':', '');
}
