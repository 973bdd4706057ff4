import {t} from '@lingui/core/macro';
import {changeDraft, useDraft} from '../../../data/drafts/drafts.ts';
import {MenuChoice, MenuChoices} from '../../ui/menu-choices.tsx';

/** The items of the menu with the priority of a draft. */
export default function PriorityItems({placeId}: {placeId: string}) {
  const {priority} = useDraft(placeId);
  return (
    <MenuChoices<typeof priority>
      label={t`Priority`}
      value={priority}
      onChange={(chosen) => changeDraft(placeId, {priority: chosen})}
    >
      <MenuChoice value="" icon="message">
        {t({message: 'Standard', comment: 'Priority of a message'})}
      </MenuChoice>
      <MenuChoice value="important" icon="alert">{t`Important`}</MenuChoice>
      <MenuChoice value="urgent" icon="warning">{t`Urgent`}</MenuChoice>
    </MenuChoices>
  );
}
