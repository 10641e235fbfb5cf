import { useRows } from '../../../console/call/use-reads.ts';
import type { Control, ControlProps } from '../../../console/controls/control.ts';
import { SelectBox } from '../../../console/controls/SelectBox.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { snmpCommunityEntry } from './community-objects.ts';
import { GroupModel, vacmAccessEntry } from './group-objects.ts';
import { TrapVersion } from './trap-objects.ts';
import { usmUserEntry } from './user-objects.ts';
import { vacmViewTreeFamilyEntry } from './view-objects.ts';

interface Offered {
  readonly value: string;
  readonly words: string;
}

/** A select of names that other tables hold; `none` is offered where nothing is a choice. */
function NameSelect({
  offered,
  none,
  ...props
}: ControlProps & { readonly offered: readonly Offered[]; readonly none?: string }) {
  const present = String(props.value);
  return (
    <SelectBox
      {...props}
      {...(none !== undefined && { extra: { value: '', words: none } })}
      offered={offered}
      unknown={present === '' ? '–' : present}
      onChoose={props.onChange}
    />
  );
}

const namesOf = (names: readonly string[]): readonly Offered[] =>
  [...new Set(names)].sort().map((name) => ({ value: name, words: name }));

/** One of the views, or none. */
export function ViewControl(props: ControlProps) {
  const t = useText();
  const { data = [] } = useRows(vacmViewTreeFamilyEntry);
  return (
    <NameSelect {...props} offered={namesOf(data.map((row) => row.vacmViewTreeFamilyViewName))} none={t('None')} />
  );
}

function groupControl(models: readonly number[]): Control {
  return function GroupControl(props) {
    const { data = [] } = useRows(vacmAccessEntry);
    const groups = data.filter((row) => models.includes(row.vacmAccessSecurityModel));
    return <NameSelect {...props} offered={namesOf(groups.map((row) => row.vacmGroupName))} />;
  };
}

/** One of the groups that communities can be in. */
export const CommunityGroupControl = groupControl([GroupModel.v1, GroupModel.v2c]);

/** One of the groups that users can be in. */
export const UserGroupControl = groupControl([GroupModel.usm]);

/** A community by its index, or a user, as the version beside it wants. */
export function SenderControl(props: ControlProps) {
  const isUser = Number(useDraftValue('snmpTargetParamsMPModel')) === TrapVersion.v3;
  const { data: communities = [] } = useRows(snmpCommunityEntry);
  const { data: users = [] } = useRows(usmUserEntry);
  const offered = isUser
    ? namesOf(users.map((row) => row.usmUserName))
    : namesOf(communities.map((row) => row.snmpCommunityIndex));
  return <NameSelect {...props} offered={offered} />;
}
