/**
 * Runs the Open vSwitch driver as the agent would, in a process and a network namespace of its own, driven by messages:
 * `driver-process.ts` is the other end. Killing this process is what killing the agent is.
 */
import { systemClock } from '../../datapath/clock.ts';
import {
  createOpenVSwitchDatapath,
  type OpenVSwitchOptions,
} from '../../datapath/openvswitch/create-openvswitch-datapath.ts';
import type { Answer, Call } from './driver-messages.ts';

const options: Omit<OpenVSwitchOptions, 'clock'> = JSON.parse(process.argv[2] ?? '{}');
const datapath = createOpenVSwitchDatapath({ ...options, clock: systemClock });

function answer(message: Answer): void {
  process.send?.(message);
}

async function perform(call: Call): Promise<unknown> {
  switch (call.method) {
    case 'start':
      await datapath.start({
        portChanged: (state) => answer({ event: 'portChanged', state }),
        framePunted: (frame) => answer({ event: 'framePunted', frame }),
        report: (level, message) => answer({ event: 'report', level, message }),
      });
      return datapath.facts;
    case 'apply':
      return datapath.apply(call.plan);
    case 'portStates':
      return datapath.portStates();
    case 'portCounters':
      return datapath.portCounters();
    case 'forwardingDatabase':
      return datapath.forwardingDatabase();
    case 'flush':
      return datapath.flush(call.selection);
    case 'energyStates':
      return datapath.energyStates();
    case 'accessHits':
      return datapath.accessHits();
    case 'rateDrops':
      return datapath.rateDrops();
    case 'puntDrops':
      return datapath.puntDrops();
    case 'attackDrops':
      return datapath.attackDrops();
    case 'secureSources':
      return datapath.secureSources();
    case 'neighbours':
      return datapath.neighbours();
    case 'forgetNeighbours':
      return datapath.forgetNeighbours(call.selection);
    case 'mirrorDrops':
      return datapath.mirrorDrops();
    case 'transmit':
      return datapath.transmit(call.port, call.frame);
    case 'originate':
      return datapath.originate(call.vlan, call.frame, call.within);
    case 'update':
      return datapath.update(call.state);
    case 'resume':
      return datapath.resume(call.punted, call.frame, call.within);
    case 'locate':
      return datapath.locate(call.connection);
    case 'echo':
      return datapath.echo(call.address, call.options);
    case 'testCable':
      return datapath.testCable(call.port);
    case 'environment':
      return datapath.environment();
    case 'stop':
      return datapath.stop();
  }
}

process.on('message', (message: { readonly id: number; readonly call: Call }) => {
  perform(message.call).then(
    (result) => answer({ id: message.id, result }),
    (error: unknown) => answer({ id: message.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
// Without the test it has no driver.
process.on('disconnect', () => process.exit());
