import {t} from '@lingui/core/macro';
import {AttributeForm} from '../../components/people/attribute-form.tsx';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {type Attribute, useAttributes, useAttributeValues} from '../../data/people/attributes.ts';
import {setShowsLastActive, showsLastActive} from '../../data/people/last-active.ts';
import {rememberMe} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';

/** The attributes on a person's profile. */
export function Attributes() {
  const me = useMe();
  const attributes = useAttributes().data ?? [];
  const values = useAttributeValues(me.id).data;
  return (
    <Panel title={t`About you`} text={t`Shown on your profile.`}>
      {attributes.length > 0 && values && (
        <AttributeForm
          userId={me.id}
          attributes={attributes}
          values={values}
          getHint={getHint}
          setsManaged={false}
          noneLabel={t`Not set`}
          onSaved={() => showSuccess(t`Profile saved.`)}
        />
      )}
      <Checkbox
        asSwitch
        label={t`Show when I was last active`}
        checked={showsLastActive(me)}
        onChange={({target}) => {
          setShowsLastActive(me, target.checked).then(rememberMe, (error: unknown) =>
            showError(errorMessage(error)),
          );
        }}
      />
    </Panel>
  );
}

function getHint({attrs}: Attribute): string | undefined {
  if (attrs.managed === 'admin') return t`Set by an administrator.`;
  return attrs.visibility === 'hidden' ? t`Only you and administrators can see it.` : undefined;
}
