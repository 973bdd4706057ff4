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
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {orderReport, type Report} from '../../../data/compliance/reports.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {errorMessage, errorPath} from '../../../lib/server.ts';
import {wallClock} from '../../../lib/zoned-time.ts';
import styles from './new-report.module.css';
import {
  firstWindow,
  readWindow,
  type WindowErrors,
  WindowFields,
  type WindowInput,
} from './window-fields.tsx';

interface Fields {
  desc: string;
  emails: string;
  keywords: string;
  include_files: boolean;
}

/** Where the form shows what the server says of a part of an order. */
const FIELDS: Record<string, keyof Fields> = {desc: 'desc', emails: 'emails', keywords: 'keywords'};
const WINDOW_FIELDS: Record<string, keyof WindowErrors> = {
  start_at: 'start',
  end_at: 'end',
  start_end_at: 'end',
};

/** Asks what a report is to be of. `like` is an earlier report to begin with. */
export function NewReportDialog({like, onClose}: {like: Report | undefined; onClose: () => void}) {
  const {timeZone} = useDates();
  const [failure, setFailure] = useState<string>();
  const [window, setWindow] = useState(() => (like ? windowOf(like, timeZone) : firstWindow(timeZone)));
  const [windowErrors, setWindowErrors] = useState<WindowErrors>({});
  const {register, handleSubmit, setError, watch, formState} = useForm<Fields>({
    defaultValues: {
      desc: like?.desc ?? '',
      emails: like?.emails ?? '',
      keywords: like?.keywords ?? '',
      include_files: like?.include_files ?? false,
    },
  });
  const {errors, isSubmitting} = formState;

  async function order({desc, emails, keywords, include_files}: Fields) {
    setFailure(undefined);
    const times = readWindow(window);
    // The form shows what is wrong already.
    if (!('startAt' in times)) return;
    try {
      await orderReport({
        desc,
        start_at: times.startAt,
        end_at: times.endAt,
        emails: emails.trim(),
        keywords: keywords.trim(),
        include_files,
      });
      onClose();
    } catch (error) {
      const path = errorPath(error) ?? '';
      const message = errorMessage(error);
      if (FIELDS[path]) setError(FIELDS[path], {message});
      else if (WINDOW_FIELDS[path]) setWindowErrors({[WINDOW_FIELDS[path]]: message});
      else setFailure(message);
    }
  }

  return (
    <Dialog title="New compliance report" size="large" keepOpen onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          const times = readWindow(window);
          setWindowErrors('startAt' in times ? {} : times);
          void handleSubmit(order)(event);
        }}
      >
        <DialogBody>
          <TextField
            label="What it is for"
            required
            autoFocus
            placeholder="Case 17, request of the works council"
            error={errors.desc?.message}
            {...register('desc', {validate: checkDesc})}
          />
          <WindowFields
            legend="Messages written"
            value={window}
            errors={windowErrors}
            onChange={(value) => {
              setWindow(value);
              setWindowErrors({});
            }}
          />
          <TextField
            label="Written by"
            placeholder="Everybody"
            hint={
              <Parsed
                none="Email addresses, separated by commas or spaces."
                list={parseEmails(watch('emails'))}
              />
            }
            error={errors.emails?.message}
            {...register('emails', {
              maxLength: {value: MAX_EMAILS, message: `At most ${MAX_EMAILS} characters. Order two reports.`},
            })}
          />
          <TextField
            label="With any of these words"
            placeholder="All messages"
            hint={
              <Parsed
                none="A word is found inside longer ones, too. Put a phrase in double quotes."
                list={parseKeywords(watch('keywords'))}
              />
            }
            error={errors.keywords?.message}
            {...register('keywords', {
              maxLength: {
                value: MAX_KEYWORDS,
                message: `At most ${MAX_KEYWORDS} characters. Order two reports.`,
              },
            })}
          />
          <Checkbox
            label="Put attached files into the archive"
            hint="Without them the report names the files only. With them the archive can become large."
            {...register('include_files')}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={isSubmitting} onCancel={onClose}>
          Make the report
        </FormFooter>
      </form>
    </Dialog>
  );
}

function windowOf({start_at, end_at}: Report, zone: string): WindowInput {
  return {start: wallClock(start_at, zone), end: wallClock(end_at, zone), zone};
}

function checkDesc(desc: string): true | string {
  if (desc.trim() === '') return 'Say what the report is for. Whoever reads the archive sees it.';
  const bytes = new TextEncoder().encode(desc).length;
  return bytes <= MAX_DESC_BYTES || `It has ${bytes} bytes; at most ${MAX_DESC_BYTES} are allowed.`;
}

/** What the server will make of a list that somebody types. */
function Parsed({list, none}: {list: readonly string[]; none: string}) {
  if (list.length === 0) return none;
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
