import type { ReactNode } from 'react';
import styles from './cells.module.css';

/** How many ports are grouped, as on the device. */
export const portsInGroup = 8;

/** Cells of ports in groups of eight, each with its number below; groups wrap where there is no room. */
export function CellGrid(props: {
  ports: readonly number[];
  wide?: boolean;
  cell: (port: number, index: number) => ReactNode;
}) {
  const groups = new Map<number, number[]>();
  for (const port of props.ports) {
    const group = Math.floor((port - 1) / portsInGroup);
    groups.set(group, [...(groups.get(group) ?? []), port]);
  }
  let index = 0;
  return (
    <div className={styles.ports}>
      {[...groups].map(([group, ports]) => (
        <span key={group} className={styles.group}>
          {ports.map((port) => (
            <span key={port} className={props.wide ? styles.wideColumn : styles.column}>
              {props.cell(port, index++)}
              <span aria-hidden="true">{port}</span>
            </span>
          ))}
        </span>
      ))}
    </div>
  );
}
