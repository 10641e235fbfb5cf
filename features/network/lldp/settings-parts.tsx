import { useGroup } from '../../../console/call/use-reads.ts';
import { form } from '../../../console/page/form.tsx';
import type { Values } from '../../../model/wire/call.ts';
import { lldpConfiguration } from './objects.ts';
import { SaidBlocks } from './SaidBlocks.tsx';
import type { Block } from './said.ts';
import { lldpLocalSystemData } from './said-objects.ts';

const localSystem: Block = {
  title: 'Local system',
  columns: ['ChassisIdSubtype', 'ChassisId', 'SysName', 'SysDesc', 'SysCapSupported', 'SysCapEnabled'],
};

/** Information that the switch announces at every port. */
function LocalSystem() {
  const { data } = useGroup(lldpLocalSystemData);
  if (!data) return null;
  const { fields } = lldpLocalSystemData;
  return <SaidBlocks blocks={[localSystem]} fields={fields} prefix="lldpLoc" row={data as Values} />;
}

export default [form(lldpConfiguration, { title: 'LLDP', what: 'LLDP settings' }), LocalSystem];
