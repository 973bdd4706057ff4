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
  /** What an earlier check was made with. */
  initial?: ImportOptions;
  onClose: () => void;
}

/** Asks how a file is to be checked or imported, and begins. */
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
    <Dialog title={`${isCheck ? 'Check' : 'Import'} ${fileTitle(file)}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <p>
            {isCheck
              ? 'Every line is read and compared with what is on the server. Nothing is written.'
              : 'What the file brings is created, and what is there already is updated. The import stops at the first error; everything before it stays.'}
          </p>
          {option(
            'create_direct_channels',
            'Make direct channels that are missing',
            'A direct message brings its channel along, even if no line declares it.',
          )}
          {option(
            'allow_missing_files',
            'Go on without files that are missing',
            'What names them is imported without; each is a warning.',
          )}
          {option(
            'strict',
            'By the letter',
            'What departs from the description of the format is an error, even if it could be imported.',
          )}
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          {isCheck ? 'Check the file' : 'Import the file'}
        </FormFooter>
      </form>
    </Dialog>
  );
}
