import {t} from '@lingui/core/macro';
import {type ReactNode, useState} from 'react';
import type {FieldValues, Path, UseFormReturn} from 'react-hook-form';
import {TextArea, TextField} from '../../components/ui/field.tsx';
import {FormDialog} from '../../components/ui/form-dialog.tsx';
import {LIMITS, tooLong} from '../../data/integrations/rules.ts';
import {formField, showServerError} from './form-field.ts';

interface IntegrationFormProps<T extends FieldValues, Saved> {
  title: string;
  submitLabel: string;
  form: UseFormReturn<T>;
  /** The fields that can show an error of the server. */
  fields: readonly Path<T>[];
  /** Saves the values. An error that it throws is shown at its field, or below the form. */
  save: (values: T) => Promise<Saved>;
  onSaved: ((saved: Saved) => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog to create or edit an integration. */
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
      setFailure(showServerError(error, fields, form.setError));
    }
  }
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isChanged={form.formState.isDirty}
      busy={form.formState.isSubmitting}
      failure={failure}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** The name and description of a webhook. */
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
        label={t`Name`}
        required
        autoFocus
        placeholder={placeholder}
        {...formField(form, 'display_name' as Path<T>, {
          required: (name) => name.trim() !== '' || t`Enter a name.`,
          length: tooLong(LIMITS.displayName),
        })}
      />
      <TextArea
        label={t`Description`}
        rows={2}
        {...formField(form, 'description' as Path<T>, tooLong(LIMITS.description))}
      />
    </>
  );
}
