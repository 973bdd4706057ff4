import {Trans} from '@lingui/react/macro';
import {type FormEvent, useState} from 'react';
import {
  type Attribute,
  type AttributeValue,
  type AttributeValues,
  attributeName,
  attributeValue,
  setAttributeValues,
} from '../../data/people/attributes.ts';
import {errorMessage, errorPath} from '../../lib/server.ts';
import {Button} from '../ui/button.tsx';
import {PartialFields} from '../ui/field.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {AttributeField} from './attribute-field.tsx';
import styles from './attribute-form.module.css';

interface AttributeFormProps {
  userId: string;
  attributes: readonly Attribute[];
  values: AttributeValues;
  /** A short explanation of an attribute, if it needs one. */
  getHint: (attribute: Attribute) => string | undefined;
  /** Whether the values that only administrators set can be changed. */
  setsManaged: boolean;
  /** The text of the option for no value. */
  noneLabel: string;
  onSaved: () => void;
}

/** A form with a person's values of all attributes. Fields that aren't being edited follow changes by others. */
export function AttributeForm({
  userId,
  attributes,
  values,
  getHint,
  setsManaged,
  noneLabel,
  onSaved,
}: AttributeFormProps) {
  const [edited, setEdited] = useState<AttributeValues>({});
  const [partialCount, countPartial] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{path: string | undefined; text: string}>();
  const changed = attributes.filter(
    (one) => edited[one.id] !== undefined && String(edited[one.id]) !== String(attributeValue(one, values)),
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await setAttributeValues(userId, Object.fromEntries(changed.map(({id}) => [id, edited[id]!])));
      setEdited({});
      onSaved();
    } catch (error) {
      setFailure({path: errorPath(error), text: errorMessage(error)});
    }
    setBusy(false);
  }

  const isAtField = attributes.some(({id}) => id === failure?.path);
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.fields}>
        <PartialFields value={countPartial}>
          {attributes.map((attribute) => (
            <AttributeField
              key={attribute.id}
              attribute={attribute}
              label={attributeName(attribute)}
              hint={getHint(attribute)}
              error={failure?.path === attribute.id ? failure.text : undefined}
              noneLabel={noneLabel}
              isFixed={attribute.attrs.managed === 'admin' && !setsManaged}
              value={edited[attribute.id] ?? attributeValue(attribute, values)}
              onChange={(value: AttributeValue) =>
                setEdited((before) => ({...before, [attribute.id]: value}))
              }
            />
          ))}
        </PartialFields>
      </div>
      <ErrorNotice text={isAtField ? undefined : failure?.text} />
      <div>
        <Button
          kind="primary"
          type="submit"
          busy={busy}
          isDisabled={changed.length === 0 && partialCount === 0}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
