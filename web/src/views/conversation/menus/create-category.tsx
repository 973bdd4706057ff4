import {t} from '@lingui/core/macro';
import {NameDialog} from '../../../components/ui/name-dialog.tsx';
import {createCategory} from '../../../data/channels/categories.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';

interface CreateCategoryDialogProps {
  /** The channel to move there. */
  channelId?: string;
  onClose: () => void;
}

/** Creates a category of the sidebar. */
export default function CreateCategoryDialog({channelId, onClose}: CreateCategoryDialogProps) {
  const team = useCurrentTeam();
  return (
    <NameDialog
      title={t`Create category`}
      label={t`Name`}
      initial=""
      maxLength={64}
      submitLabel={t`Create`}
      onSubmit={(name) => createCategory(team.id, name, channelId)}
      onClose={onClose}
    />
  );
}
