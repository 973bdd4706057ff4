import {useEffect, useState} from 'react';
import {Field, type FieldProps} from '../../components/ui/field.tsx';
import styles from './image-field.module.css';

/** A picture from this computer, shown before it is sent. */
export function ImageField({onChoose, ...field}: FieldProps & {onChoose: (image: File | undefined) => void}) {
  const [image, setImage] = useState<File>();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!image) return setUrl(undefined);
    const made = URL.createObjectURL(image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
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
