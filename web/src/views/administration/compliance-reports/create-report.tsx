import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {
  parseEmails,
  parseKeywords,
} from '../../../../../server/src/data-exchange/compliance-reports/order-rules/filters.ts';
import {
  MAX_DESC_BYTES,
  MAX_EMAILS,
  MAX_KEYWORDS,
} from '../../../../../server/src/data-exchange/compliance-reports/order-rules/limits.ts';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {InputDialog} from '../../../components/ui/input-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {createReport, type Report} from '../../../data/compliance/reports.ts';
import {byteSize, count} from '../../../lib/numbers.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import {wallClock} from '../../../lib/zoned-time.ts';
import {EntitiesField} from '../entities-field.tsx';
import {emailEntity} from '../entity-chooser.tsx';
import styles from './create-report.module.css';
import {type PeriodErrors, PeriodFields, type PeriodInput, usePeriod} from './period-fields.tsx';

interface Fields {
  desc: string;
  keywords: string;
  include_files: boolean;
}

/** Maps the fields in the server's errors to the fields of the form. */
const FIELDS: Record<string, keyof Fields> = {desc: 'desc', keywords: 'keywords'};
const PERIOD_FIELDS: Record<string, keyof PeriodErrors> = {
  start_at: 'start',
  end_at: 'end',
  start_end_at: 'end',
};

/** Creates a report. `like` is an earlier report to start from. */
export function CreateReportDialog({like, onClose}: {like: Report | undefined; onClose: () => void}) {
  const [failure, setFailure] = useState<string>();
  const period = usePeriod(like && ((timeZone) => toPeriod(like, timeZone)));
  const {register, handleSubmit, setError, watch, formState} = useForm<Fields>({
    defaultValues: {
      desc: like?.desc ?? '',
      keywords: like?.keywords ?? '',
      include_files: like?.include_files ?? false,
    },
  });
  const {errors, isSubmitting} = formState;
  const [authors, setAuthors] = useState(() => parseEmails(like?.emails ?? '').map(emailEntity));
  const areAuthorsChanged = useIsChanged(authors);
  const emails = authors.map(({id}) => id).join(' ');
  const isPeriodChanged = useIsChanged(period.fields.value);
  const maxEmails = count(MAX_EMAILS);
  const emailsError =
    emails.length > MAX_EMAILS
      ? t`The addresses have more than ${maxEmails} characters. Create several reports.`
      : undefined;
  const maxKeywords = count(MAX_KEYWORDS);

  async function create({desc, keywords, include_files}: Fields) {
    setFailure(undefined);
    const times = period.read();
    if (!times || emailsError) return;
    try {
      await createReport({
        desc,
        start_at: times.startAt,
        end_at: times.endAt,
        emails,
        keywords: keywords.trim(),
        include_files,
      });
      onClose();
    } catch (error) {
      const path = errorPath(error) ?? '';
      const message = errorMessage(error);
      if (FIELDS[path]) setError(FIELDS[path], {message});
      else if (PERIOD_FIELDS[path]) period.setErrors({[PERIOD_FIELDS[path]]: message});
      else setFailure(message);
    }
  }

  return (
    <InputDialog
      title={t`Create compliance report`}
      size="large"
      isChanged={formState.isDirty || isPeriodChanged || areAuthorsChanged}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          // Read the period too, so that the errors of all fields are shown together.
          period.read();
          void handleSubmit(create)(event);
        }}
      >
        <DialogBody>
          <TextField
            label={t`Description`}
            required
            autoFocus
            placeholder={t`Case 17, requested by the legal team`}
            error={errors.desc?.message}
            {...register('desc', {validate: checkDesc})}
          />
          <PeriodFields legend={t`Messages posted`} {...period.fields} />
          <EntitiesField
            label={t`Posted by`}
            kind="emails"
            placeholder={t`Anyone`}
            error={emailsError}
            chosen={authors}
            onChange={setAuthors}
          />
          <TextField
            label={t`With any of these keywords`}
            placeholder={t`All messages`}
            hint={
              <Parsed
                hint={t`Keywords also match inside longer words. Put phrases in double quotes.`}
                list={parseKeywords(watch('keywords'))}
              />
            }
            error={errors.keywords?.message}
            {...register('keywords', {
              maxLength: {
                value: MAX_KEYWORDS,
                message: t`Enter at most ${maxKeywords} characters, or create several reports.`,
              },
            })}
          />
          <Checkbox
            label={t`Include attached files`}
            hint={t`If off, the report only lists their names. Files can make the archive large.`}
            {...register('include_files')}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={isSubmitting} onCancel={onClose}>
          <Trans>Create report</Trans>
        </FormFooter>
      </form>
    </InputDialog>
  );
}

function toPeriod({start_at, end_at}: Report, zone: string): PeriodInput {
  return {start: wallClock(start_at, zone), end: wallClock(end_at, zone), zone};
}

function checkDesc(desc: string): true | string {
  if (desc.trim() === '') return t`Enter a description. It is included in the archive.`;
  const bytes = new TextEncoder().encode(desc).length;
  if (bytes <= MAX_DESC_BYTES) return true;
  const size = byteSize(bytes);
  const maxSize = byteSize(MAX_DESC_BYTES);
  return t`The description is too long: ${size} of at most ${maxSize}.`;
}

/** Shows how the server parses a list, or a hint while the list is empty. */
function Parsed({list, hint}: {list: readonly string[]; hint: string}) {
  if (list.length === 0) return hint;
  return (
    <span className={styles.parsed}>
      {list.map((one) => (
        <span key={one} className={styles.part}>
          {one}
        </span>
      ))}
    </span>
  );
}
