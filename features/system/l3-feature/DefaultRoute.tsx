import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue, useSetDraftValue } from '../../../console/form/form-context.ts';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { TruthValue, truth } from '../../../model/schema/kinds/enumeration.ts';

const isDefault = truth({ label: 'Default route' });

/**
 * The default route of a family: `everywhere` is its network, with no bits; a network usually has `usual` bits. `DefaultRoute`
 * fills in the network that is everywhere, and `whileDefault` says why it cannot be typed then.
 */
export function defaultRoute(everywhere: string, usual: number) {
  const isEverywhere = (network: unknown, prefix: unknown) => network === everywhere && Number(prefix) === 0;
  function DefaultRoute() {
    const set = useSetDraftValue();
    const isOn = isEverywhere(useDraftValue('inetCidrRouteDest'), useDraftValue('inetCidrRoutePfxLen'));
    return (
      <FormFields>
        <PlainField
          field={isDefault}
          value={isOn ? TruthValue.yes : TruthValue.no}
          onChange={(value) => {
            const chosen = Number(value) === TruthValue.yes;
            set('inetCidrRouteDest', chosen ? everywhere : '');
            set('inetCidrRoutePfxLen', chosen ? 0 : usual);
          }}
        />
      </FormFields>
    );
  }
  const whileDefault = (chosen: (column: string) => unknown) =>
    isEverywhere(chosen('inetCidrRouteDest'), chosen('inetCidrRoutePfxLen'))
      ? 'The default route leads everywhere.'
      : undefined;
  return { DefaultRoute, whileDefault };
}
