import type {ReactNode} from 'react';

interface BesideProps {
  label: string;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** What stands beside a page. Escape closes it, unless something in it has had that key. */
export function Beside({label, className, onClose, children}: BesideProps) {
  return (
    <aside
      className={className}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      {children}
    </aside>
  );
}
