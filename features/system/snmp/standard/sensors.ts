import type { Environment } from '../../../../datapath/datapath.ts';
import { drawn } from '../../../power-used.ts';
import { FALSE, TRUE } from './columns.ts';

/** The numbers of entities: the chassis, port n behind it, then the supply, each fan, and each sensor behind what it is in. */
export const [CHASSIS, POWER_SUPPLY, FANS] = [1, 80, 90];
const [SENSORS, PORT_SENSORS] = [120, 200];

/** The entity of a port. */
export const portEntity = (port: number) => CHASSIS + port;

/** entPhySensorType and entPhySensorScale (RFC 3433). */
const Kind = { watts: 6, celsius: 8, truth: 12 } as const;
const Scale = { milli: 8, units: 9 } as const;

/** A thing that is measured, as RFC 3433 says what it says. */
export interface Sensor {
  /** Its own entity, and the one that it is in. */
  readonly entity: number;
  readonly within: number;
  readonly name: string;
  readonly kind: number;
  readonly scale: number;
  readonly value: number;
  readonly units: string;
}

/** Present measurements of the chassis; those without a sensor are left out. */
export function sensorsOf({ temperature, fans = [], power }: Environment): readonly Sensor[] {
  return [
    ...(temperature === undefined
      ? []
      : [
          {
            entity: SENSORS,
            within: CHASSIS,
            name: 'Temperature',
            kind: Kind.celsius,
            scale: Scale.units,
            value: Math.round(temperature),
            units: 'degrees Celsius',
          },
        ]),
    ...fans.map((state, at) => ({
      entity: SENSORS + 10 + at,
      within: FANS + at,
      name: `Fan ${at + 1} turns`,
      kind: Kind.truth,
      scale: Scale.units,
      value: state === 'up' ? TRUE : FALSE,
      units: 'true(1), false(2)',
    })),
    ...(power
      ? [
          watts(SENSORS + 1, POWER_SUPPLY, 'Power over Ethernet', drawn(power)),
          ...[...power.ports].map(([port, { milliwatts }]) =>
            watts(PORT_SENSORS + port, portEntity(port), `Power over Ethernet, port ${port}`, milliwatts),
          ),
        ]
      : []),
  ];
}

function watts(entity: number, within: number, name: string, milliwatts: number): Sensor {
  return {
    entity,
    within,
    name,
    kind: Kind.watts,
    scale: Scale.milli,
    value: Math.round(milliwatts),
    units: 'milliwatts',
  };
}
