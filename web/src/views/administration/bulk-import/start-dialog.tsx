import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {useNavigate} from 'react-router';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {fileTitle, type ImportOptions, startImport} from '../../../data/imports/imports.ts';

interface StartDialogProps {
  file: string;
  mode: 'validate' | 'apply';
  /** The options of an earlier check. */
  initial?: ImportOptions;
  onClose: () => void;
}

/** Asks for options, then starts checking or importing a file. */
export function StartDialog({
  file,
  mode,
  initial = {strict: false, create_direct_channels: false, allow_missing_files: false},
  onClose,
}: StartDialogProps) {
  const navigate = useNavigate();
  const [options, setOptions] = useState(initial);
  const {run, state} = useDialogWork(onClose);
  const isCheck = mode === 'validate';
  const name = fileTitle(file);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      const {id} = await startImport(file, mode, options);
      navigate(`/_admin/import/${id}`);
    });
  }

  const option = (name: keyof ImportOptions, label: string, hint: string) => (
    <Checkbox
      label={label}
      hint={hint}
      checked={options[name]}
      onChange={(event) => setOptions({...options, [name]: event.target.checked})}
    />
  );

  return (
    <FormDialog
      title={isCheck ? t`Check ${name}` : t`Import ${name}`}
      submitLabel={isCheck ? t({message: 'Check', context: 'verb'}) : t({message: 'Import', context: 'verb'})}
      {...state}
      isChanged={useIsChanged(options)}
      onSubmit={(event) => void submit(event as FormEvent)}
    >
      <p>
        {isCheck
          ? t`Every line is checked against the data on the server. Nothing is imported.`
          : t`New data is created, and existing data is updated. The import stops at the first error. Everything before it stays imported.`}
      </p>
      {option(
        'create_direct_channels',
        t`Create missing direct channels`,
        t`Direct messages create their channel, even if no line defines it.`,
      )}
      {option(
        'allow_missing_files',
        t`Allow missing files`,
        t`Messages are imported without them. Each missing file is a warning.`,
      )}
      {option('strict', t`Strict mode`, t`Treat format deviations as errors.`)}
    </FormDialog>
  );
}
