import {type ReactNode, useState} from 'react';
import type {FieldValues, Path, UseFormReturn} from 'react-hook-form';
import {TextArea, TextField} from '../../components/ui/field.tsx';
import {FormDialog} from '../../components/ui/form-dialog.tsx';
import {LIMITS, tooLong} from '../../data/integrations/rules.ts';
import {formField, placeRefusal} from './form-field.ts';

interface IntegrationFormProps<T extends FieldValues, Saved> {
  title: string;
  submitLabel: string;
  form: UseFormReturn<T>;
  /** Those at which words of the server may stand. */
  fields: readonly Path<T>[];
  /** Saves what was entered. What it throws stands at its field, or at the foot. */
  save: (values: T) => Promise<Saved>;
  onSaved: ((saved: Saved) => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The window in which an integration is made or changed. */
export function IntegrationForm<T extends FieldValues, Saved>({
  title,
  submitLabel,
  form,
  fields,
  save,
  onSaved,
  onClose,
  children,
}: IntegrationFormProps<T, Saved>) {
  const [failure, setFailure] = useState<string>();
  async function submit(values: T) {
    setFailure(undefined);
    try {
      const saved = await save(values);
      onClose();
      onSaved?.(saved);
    } catch (error) {
      setFailure(placeRefusal(error, fields, form.setError));
    }
  }
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      busy={form.formState.isSubmitting}
      failure={failure}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** What a webhook is called, and what it is for. */
export function WebhookNameFields<T extends {display_name: string; description: string}>({
  form,
  placeholder,
}: {
  form: UseFormReturn<T>;
  placeholder: string;
}) {
  return (
    <>
      <TextField
        label="Name"
        required
        autoFocus
        placeholder={placeholder}
        {...formField(form, 'display_name' as Path<T>, {
          given: (name) => name.trim() !== '' || 'Give it a name, so that others know what it is for.',
          length: tooLong(LIMITS.displayName),
        })}
      />
      <TextArea
        label="Description"
        rows={2}
        {...formField(form, 'description' as Path<T>, tooLong(LIMITS.description))}
      />
    </>
  );
}
