import type { DeviceContext } from '../../device/feature.ts';
import { softwareVersion } from '../../device/software-version.ts';
import { portsOf } from '../../model/values/port-list.ts';
import { interfaceDescription, interfaceStatistics, sectionHeader } from '../../protocols/pcapng/blocks.ts';
import { portCtrlEntry } from '../network/physical-interface/objects.ts';
import type { CaptureRun } from './capture-run.ts';

/** A capture as a pcapng file: every port is an interface of it. */
export async function captureFile(context: DeviceContext, run: CaptureRun) {
  const { hardware, wallClock } = context;
  const { wanted, record } = run;
  const ports = portsOf(wanted.plan.ports);
  const time = wallClock.now();
  const lost = await run.lost();
  const head = [
    sectionHeader({ hardware: hardware.modelName, application: `Faceplate ${softwareVersion}` }),
    ...ports.map((port) =>
      interfaceDescription({
        name: `Port ${port}`,
        description: context.configuration().row(portCtrlEntry, { ifIndex: port })?.ifAlias ?? '',
        octets: wanted.octets,
      }),
    ),
  ];
  // What was over the rate is not counted by port.
  const end = ports.map((port, place) =>
    interfaceStatistics({
      interface: place,
      time,
      received: record.counts.get(port) ?? 0,
      dropped: place === 0 ? lost : 0,
    }),
  );
  return {
    fileName: `${hardware.modelName}-port-${run.ports.replaceAll(',', '_')}.pcapng`,
    contentType: 'application/x-pcapng',
    content: [...head, ...record.blocks(), ...end],
  };
}
