import type {Dialog, DialogElement} from './rules/dialog.ts';

/** A dialog in wire format. Official clients require every field; unset ones are empty. */
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
  };
}
