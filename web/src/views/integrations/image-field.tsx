import {useEffect, useState} from 'react';
import {Field, type FieldProps} from '../../components/ui/field.tsx';
import styles from './image-field.module.css';

/** Chooses an image from this device, with a preview. */
export function ImageField({onChoose, ...field}: FieldProps & {onChoose: (image: File | undefined) => void}) {
  const [image, setImage] = useState<File>();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!image) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(image);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [image]);
  return (
    <Field {...field}>
      {({className, ...control}) => (
        <div className={styles.row}>
          {url && (
            <img
              className={styles.preview}
              src={url}
              alt=""
              width={36}
              height={36}
              onError={() => setUrl(undefined)}
            />
          )}
          <input
            {...control}
            className={`${className} ${styles.file}`}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              setImage(chosen);
              onChoose(chosen);
            }}
          />
        </div>
      )}
    </Field>
  );
}
