import { useRef } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { EnumerationControl } from '../../../console/controls/EnumerationControl.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraft, useSetDraftValue } from '../../../console/form/form-context.ts';
import { draftKey } from '../../../console/form/form-part.ts';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { Link } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { lookAlike, looksAtSomething } from './conditions.ts';
import { controlFor } from './controls.ts';
import { aclPath } from './paths.ts';
import { ACL_PROFILES_MAXIMUM, aclProfileEntry } from './profile-objects.ts';
import type { Profile } from './selection.ts';

const fields = Object.entries(aclProfileEntry.fields)
  .filter(([name, { access }]) => access !== 'ro' && !['aclProfileOwner', 'aclProfilePlace'].includes(name))
  .map(([name]) => name);

/** Security > ACL > Add Profile: the type and the bits of a new profile (docs/specification/security.md). */
export default function AddProfile() {
  const t = useText();
  const navigate = useNavigate();
  const { data: profiles } = useRows(aclProfileEntry);
  const chosen = useRef(1);
  const offered = useRef<number>(undefined);
  if (!profiles) return <Page>{null}</Page>;
  const taken = new Set(profiles.map(({ aclProfileId }) => aclProfileId));
  const free = Array.from({ length: ACL_PROFILES_MAXIMUM }, (_, at) => at + 1).find((id) => !taken.has(id));
  // It stays the same while the list is reloaded, as it is when the profile was added.
  offered.current ??= free ?? 1;
  return (
    <Page>
      <CreateForm
        object={aclProfileEntry}
        title={t('New profile')}
        what="Add access profile"
        initial={{ aclProfileId: offered.current }}
        {...(free === undefined && { disabled: t('No free profile.') })}
        check={(draft) => {
          chosen.current = Number(draft[KEY] ?? offered.current);
          return {};
        }}
        onApplied={() => void navigate(aclPath.rules(chosen.current))}
        onCancel={() => void navigate(aclPath.list)}
      >
        <FormFields>
          {fields.map((name) => (
            <FormField
              key={name}
              name={name}
              {...(name === 'aclProfileType' ? { control: TypeControl } : controlFor(name))}
            />
          ))}
        </FormFields>
        <AlikeNotice profiles={profiles} />
      </CreateForm>
    </Page>
  );
}

/** The type of the profile: another one clears what was typed for the former. */
function TypeControl(props: ControlProps) {
  const set = useSetDraftValue();
  return (
    <EnumerationControl
      {...props}
      onChange={(value) => {
        props.onChange(value);
        if (value === props.value) return;
        for (const [name, field] of Object.entries(aclProfileEntry.fields)) {
          if (fields.includes(name) && !kept.has(name)) set(name, field.default);
        }
      }}
    />
  );
}

/** Fields that are the same whatever the type is. */
const kept: ReadonlySet<string> = new Set(['aclProfileId', 'aclProfileName', 'aclProfileType']);

/** Notes that a profile already compares the same bits: another one is useful only for the order. */
function AlikeNotice({ profiles }: { readonly profiles: readonly Profile[] }) {
  const t = useText();
  const draft = useDraft();
  const read = Object.entries(aclProfileEntry.fields).map(([name, field]) => {
    const reading = field.read(draft[draftKey(part, name)] ?? field.default);
    return [name, reading.ok ? reading.value : field.default];
  });
  const typed = Object.fromEntries(read) as Profile;
  const alike = looksAtSomething(typed) ? profiles.find((profile) => lookAlike(profile, typed)) : undefined;
  if (!alike) return null;
  return (
    <Notice tone="warn" live actions={<Link to={aclPath.rules(alike.aclProfileId)}>{t('Rules')}</Link>}>
      {t('Profile {{profile}} compares the same bits. Another one is useful only for the order of rules.', {
        profile: alike.aclProfileId,
      })}
    </Notice>
  );
}

const part = { object: aclProfileEntry, values: undefined, create: true };
const KEY = draftKey(part, 'aclProfileId');
