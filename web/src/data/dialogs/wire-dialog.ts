import {
  type DataSource,
  DIALOG_LIMITS,
  type Dialog,
  type DialogElement,
  type TextSubtype,
} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';

/** An element as defined by the API: it has every field, and those that don't apply to its type are empty. */
interface WireElement {
  display_name: string;
  name: string;
  type: DialogElement['type'];
  subtype: TextSubtype;
  default: string;
  placeholder: string;
  help_text: string;
  optional: boolean;
  min_length: number;
  max_length: number;
  data_source: DataSource;
  data_source_url?: string;
  options: {text: string; value: string}[] | null;
  multiselect: boolean;
  refresh?: boolean;
  datetime_config?: {
    min_date?: string;
    max_date?: string;
    time_interval?: number;
    location_timezone?: string;
    manual_time_entry?: boolean;
  };
}

/** A dialog as defined by the API, either opened by an integration or returned by it to replace the form. */
export interface WireDialog {
  callback_id: string;
  title: string;
  introduction_text: string;
  icon_url: string;
  elements: WireElement[];
  submit_label: string;
  notify_on_cancel: boolean;
  state: string;
  source_url?: string;
}

/** Converts a dialog of the API. */
export function toDialog(dialog: WireDialog): Dialog {
  return {
    callbackId: dialog.callback_id,
    title: dialog.title,
    introductionText: dialog.introduction_text,
    iconUrl: dialog.icon_url,
    elements: dialog.elements.map(toElement),
    submitLabel: dialog.submit_label,
    notifyOnCancel: dialog.notify_on_cancel,
    state: dialog.state,
    sourceUrl: dialog.source_url ?? '',
  };
}

function toElement(wire: WireElement): DialogElement {
  const base = {
    displayName: wire.display_name,
    name: wire.name,
    optional: wire.optional,
    helpText: wire.help_text,
    default: wire.default,
    placeholder: wire.placeholder,
  };
  switch (wire.type) {
    case 'text':
    case 'textarea':
      return {
        ...base,
        type: wire.type,
        subtype: wire.subtype,
        minLength: wire.min_length,
        maxLength: wire.max_length,
      };
    case 'select':
    case 'radio':
      return {
        ...base,
        type: wire.type,
        dataSource: wire.data_source,
        dataSourceUrl: wire.data_source_url ?? '',
        options: wire.options ?? [],
        multiselect: wire.multiselect,
        refresh: wire.refresh ?? false,
      };
    case 'bool':
      return {...base, type: wire.type, refresh: wire.refresh ?? false};
    case 'date':
    case 'datetime': {
      const config = wire.datetime_config ?? {};
      return {
        ...base,
        type: wire.type,
        minDate: config.min_date ?? '',
        maxDate: config.max_date ?? '',
        timeInterval: config.time_interval ?? DIALOG_LIMITS.timeInterval,
        timeZone: config.location_timezone ?? '',
        manualTimeEntry: config.manual_time_entry ?? false,
        refresh: wire.refresh ?? false,
      };
    }
  }
}
