import {useQuery} from '@tanstack/react-query';
import type {ChoiceElement, DialogOption} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import type {Submission} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {useActionOptions} from '../posts/use-action-options.ts';

/** The dialog that a select belongs to, and the input in it so far. */
export interface DialogInput {
  dialogId: string;
  values: Submission;
}

/**
 * The options of a select in a dialog that match the query: its own options, people, public channels, or the results
 * of a lookup.
 */
export function useDialogOptions(
  element: ChoiceElement,
  {dialogId, values}: DialogInput,
  query: string,
): {options: readonly DialogOption[]; loading: boolean; error: unknown} {
  const isDynamic = element.dataSource === 'dynamic';
  const ofAction = useActionOptions(isDynamic ? '' : element.dataSource, element.options, query);
  const term = useDebounced(query.trim());
  const lookup = useQuery({
    queryKey: ['dialog-options', dialogId, element.name, term],
    enabled: isDynamic,
    // Not cached, because the options can depend on the other input.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
    queryFn: async () => {
      const {items} = await server.call<{items: DialogOption[]}>('/actions/dialogs/lookup', {
        method: 'POST',
        body: {dialog_id: dialogId, submission: {...values, query: term, selected_field: element.name}},
      });
      return items;
    },
  });
  if (!isDynamic) return {...ofAction, error: undefined};
  return {options: lookup.data ?? [], loading: lookup.isFetching, error: lookup.error};
}
