import type {DateElement, Dialog, DialogElement} from './rules/dialog.ts';

/** A dialog in wire format. Official clients require most fields; unset ones are empty. */
export function presentDialog(dialog: Dialog) {
  return {
    callback_id: dialog.callbackId,
    title: dialog.title,
    introduction_text: dialog.introductionText,
    icon_url: dialog.iconUrl,
    elements: dialog.elements.map(presentElement),
    submit_label: dialog.submitLabel,
    notify_on_cancel: dialog.notifyOnCancel,
    state: dialog.state,
    ...(dialog.sourceUrl ? {source_url: dialog.sourceUrl} : {}),
  };
}

function presentElement(element: DialogElement) {
  const isText = element.type === 'text' || element.type === 'textarea';
  const isChoice = element.type === 'select' || element.type === 'radio';
  return {
    display_name: element.displayName,
    name: element.name,
    type: element.type,
    subtype: isText ? element.subtype : '',
    default: element.default,
    placeholder: element.placeholder,
    help_text: element.helpText,
    optional: element.optional,
    min_length: isText ? element.minLength : 0,
    max_length: isText ? element.maxLength : 0,
    data_source: isChoice ? element.dataSource : '',
    options: isChoice && element.options.length > 0 ? element.options : null,
    multiselect: isChoice && element.multiselect === true,
    ...(isChoice && element.dataSourceUrl ? {data_source_url: element.dataSourceUrl} : {}),
    ...('refresh' in element && element.refresh ? {refresh: true} : {}),
    ...(element.type === 'date' || element.type === 'datetime' ? presentDate(element) : {}),
  };
}

/** The fields of a date in both notations: older clients don't know `datetime_config`. */
function presentDate({type, minDate, maxDate, timeInterval, timeZone, manualTimeEntry}: DateElement) {
  const limits = {
    ...(minDate ? {min_date: minDate} : {}),
    ...(maxDate ? {max_date: maxDate} : {}),
    ...(type === 'datetime' ? {time_interval: timeInterval} : {}),
  };
  const config = {
    ...limits,
    ...(timeZone ? {location_timezone: timeZone} : {}),
    ...(manualTimeEntry ? {manual_time_entry: true, allow_manual_time_entry: true} : {}),
  };
  return {...limits, datetime_config: config};
}
