import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {useNavigate} from 'react-router';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {fileTitle, type ImportOptions, startImport} from '../../../data/imports/imports.ts';
import {errorMessage} from '../../../lib/server.ts';

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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isCheck = mode === 'validate';
  const name = fileTitle(file);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const {id} = await startImport(file, mode, options);
      onClose();
      navigate(`/_admin/import/${id}`);
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
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
    <Dialog title={isCheck ? t`Check ${name}` : t`Import ${name}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
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
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          {isCheck ? t({message: 'Check', context: 'verb'}) : t({message: 'Import', context: 'verb'})}
        </FormFooter>
      </form>
    </Dialog>
  );
}
