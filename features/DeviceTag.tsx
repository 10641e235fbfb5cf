import { Cctv, HardDrive, Monitor, Network, Radar } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../console/translations/use-text.ts';
import styles from './device-tag.module.css';
import { aSVPortEntry, DeviceType } from './surveillance-mode/vlan-objects.ts';

const { aSVPortDeviceType } = aSVPortEntry.fields;

const icons: Readonly<Record<number, typeof Cctv>> = {
  [DeviceType.camera]: Cctv,
  [DeviceType.recorder]: HardDrive,
  [DeviceType.otherSurveillance]: Radar,
  [DeviceType.nonSurveillance]: Monitor,
  [DeviceType.uplink]: Network,
};

interface DeviceTagProps {
  /** `aSVPortDeviceType` of the port. */
  readonly type: unknown;
  /** Default: its word. */
  readonly children?: ReactNode;
}

/** The type of device at a port, by word and picture. */
export function DeviceTag({ type, children }: DeviceTagProps) {
  const t = useText();
  const reading = aSVPortDeviceType.read(type);
  if (!reading.ok || reading.value === DeviceType.none) return '–';
  const Icon = icons[reading.value];
  return (
    <span className={styles.device}>
      {Icon && <Icon aria-hidden="true" />}
      {children ?? t(aSVPortDeviceType.show(reading.value))}
    </span>
  );
}
