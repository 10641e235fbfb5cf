import { isRecord } from '../../model/values/json-record.ts';
import { runCommand } from './run-command.ts';

/**
 * Frames that wait at most. All ports send by one socket of ovs-vswitchd, whose buffer these fill: with more of them a
 * port that is shaped would starve the others.
 */
const WAITING_FRAMES = 30;
/** What tells the switch's own shaper from one of the host's. */
const HANDLE = 'face:';
/** Octets of a large send of the host's own stack (TCP segmentation offload). */
const LARGEST_SEND = 65_536;
/** Kilobits a second from which a large send is no long while. */
const LARGE_SENDS_FROM = 10_000;
const SMALLEST_BURST = 10_000;
/** The part of a second that leaves at once: the kernel's timers are no finer. */
const BURST_SECONDS = 0.01;

/** Shapes what each device sends to so many kilobits a second by tc-tbf(8), or lets it send as it can. */
export async function shapeDevices(wanted: ReadonlyMap<string, number | undefined>): Promise<void> {
  const free = [...wanted].filter(([, kilobits]) => kilobits === undefined);
  const shaped = free.length === 0 ? new Set() : await shapedDevices();
  const lines = [...wanted].flatMap(([device, kilobits]) => {
    if (kilobits !== undefined) return shaperOf(device, kilobits);
    return shaped.has(device) ? [`qdisc del dev ${device} root`] : [];
  });
  if (lines.length > 0) await runCommand('tc', ['-batch', '-'], { input: `${lines.join('\n')}\n` });
}

async function shapedDevices(): Promise<ReadonlySet<string>> {
  const { stdout } = await runCommand('tc', ['-j', 'qdisc', 'show']);
  const rows: unknown = JSON.parse(stdout || '[]');
  const own = (Array.isArray(rows) ? rows.filter(isRecord) : []).filter(({ handle }) => handle === HANDLE);
  return new Set(own.map(({ dev }) => String(dev)));
}

function shaperOf(device: string, kilobits: number): string[] {
  const least = kilobits >= LARGE_SENDS_FROM ? LARGEST_SEND : SMALLEST_BURST;
  const burst = Math.max(Math.ceil(kilobits * 125 * BURST_SECONDS), least);
  return [
    `qdisc replace dev ${device} root handle ${HANDLE} tbf rate ${kilobits}kbit burst ${burst} limit ${2 * burst}`,
    `qdisc replace dev ${device} parent ${HANDLE}1 handle fac1: pfifo limit ${WAITING_FRAMES}`,
  ];
}
