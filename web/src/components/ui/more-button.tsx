import {Button} from './button.tsx';

interface MoreButtonProps {
  /** A list that is read a page at a time, as TanStack Query has it. */
  query: {hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown>};
  label?: string;
  /** The look of its place, where it stands in one of its own. */
  className?: string | undefined;
}

/** Reads the next page of a list; nothing where there is none. */
export function MoreButton({query, label = 'Show more', className}: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  const button = (
    <Button busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
      {label}
    </Button>
  );
  return className ? <div className={className}>{button}</div> : button;
}
