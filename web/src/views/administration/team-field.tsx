import {t} from '@lingui/core/macro';
import {PickerField} from '../../components/ui/picker-field.tsx';
import {type Entity, EntityChooser} from './entity-chooser.tsx';

interface TeamFieldProps {
  chosen: Entity | undefined;
  onChange: (team: Entity | undefined) => void;
  /** Teams that can't be chosen. */
  without?: readonly {id: string}[];
  /** Otherwise, the field can be empty. */
  required?: boolean;
  autoFocus?: boolean;
  error?: string | undefined;
}

/** Chooses a team of the server. */
export function TeamField({chosen, onChange, without = [], required, autoFocus, error}: TeamFieldProps) {
  return (
    <PickerField
      label={t`Team`}
      required={required}
      autoFocus={autoFocus}
      placeholder={required ? undefined : t`No team`}
      chosen={chosen?.name ?? null}
      error={chosen ? undefined : error}
      onClear={required ? undefined : () => onChange(undefined)}
    >
      {(close) => (
        <EntityChooser
          label={t`Team`}
          kind="activeTeams"
          without={without}
          onChoose={(team) => {
            onChange(team);
            close();
          }}
        />
      )}
    </PickerField>
  );
}
