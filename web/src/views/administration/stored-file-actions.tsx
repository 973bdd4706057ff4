import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useState} from 'react';
import {Button, DownloadLink} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';

interface StoredFileActionsProps {
  /** The URL of the file. */
  address: string;
  /** The names of the buttons for screen readers, because every row has the same buttons. */
  downloadLabel: string;
  deleteLabel: string;
  /** The title of the dialog that confirms the deletion. */
  title: string;
  question: ReactNode;
  onDelete: () => Promise<unknown>;
  /** More actions, shown between Download and Delete. */
  children?: ReactNode;
}

/** The actions of a file that the server has created, such as a backup. */
export function StoredFileActions({
  address,
  downloadLabel,
  deleteLabel,
  title,
  question,
  onDelete,
  children,
}: StoredFileActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <DownloadLink size="small" href={address} aria-label={downloadLabel}>
        <Trans>Download</Trans>
      </DownloadLink>
      {children}
      <Button size="small" icon="trash" aria-label={deleteLabel} onPress={() => setDeleting(true)}>
        <Trans>Delete</Trans>
      </Button>
      {isDeleting && (
        <ConfirmDialog
          title={title}
          confirmLabel={t`Delete`}
          danger
          onConfirm={onDelete}
          onClose={() => setDeleting(false)}
        >
          {question}
        </ConfirmDialog>
      )}
    </>
  );
}
