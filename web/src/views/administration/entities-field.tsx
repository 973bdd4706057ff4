import {ChosenItem, ChosenList} from '../../components/ui/chosen-list.tsx';
import type {FieldProps} from '../../components/ui/field.tsx';
import {PickerField} from '../../components/ui/picker-field.tsx';
import {type Entity, EntityChooser, type EntityKind, entityName} from './entity-chooser.tsx';

interface EntitiesFieldProps extends FieldProps {
  kind: EntityKind;
  placeholder: string;
  chosen: readonly Entity[];
  onChange: (chosen: Entity[]) => void;
}

/** Chooses any number of teams, channels or people. The chosen ones are listed and can be removed. */
export function EntitiesField({kind, placeholder, chosen, onChange, ...field}: EntitiesFieldProps) {
  return (
    <ChosenList
      label={field.label}
      isEmpty={chosen.length === 0}
      field={
        <PickerField {...field} chosen={null} placeholder={placeholder}>
          {() => (
            <EntityChooser
              label={field.label}
              kind={kind}
              without={chosen}
              onChoose={(entity) => onChange([...chosen, entity])}
            />
          )}
        </PickerField>
      }
    >
      {chosen.map((entity) => (
        <ChosenItem
          key={entity.id}
          name={entityName(entity, kind)}
          onRemove={() => onChange(chosen.filter(({id}) => id !== entity.id))}
        />
      ))}
    </ChosenList>
  );
}
