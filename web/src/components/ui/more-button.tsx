import {t} from '@lingui/core/macro';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {Button} from './button.tsx';

interface MoreButtonProps {
  /** The infinite query of the list. */
  query: {hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<{error: unknown}>};
  label?: string;
  /** The class name of a box around the button. */
  className?: string | undefined;
}

/** Loads the next page of a list; nothing if there is none. */
export function MoreButton({query, label = t`Show more`, className}: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  async function load() {
    const {error} = await query.fetchNextPage();
    if (error) showError(errorMessage(error));
  }
  const button = (
    <Button busy={query.isFetchingNextPage} onPress={() => void load()}>
      {label}
    </Button>
  );
  return className ? <div className={className}>{button}</div> : button;
}
