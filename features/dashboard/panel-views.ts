import type { PanelBadge } from '../../console/ports/panel-port.ts';

/** What the sockets of the front panel can show beside the link: English source texts. */
export const panelViews = ['VLAN', 'PoE', 'Load', 'Errors', 'Spanning Tree', 'Security'] as const;

/** One of `panelViews`. */
export type PanelViewName = (typeof panelViews)[number];

/** A sign for each port that has one. */
export type Badges = ReadonlyMap<number, PanelBadge>;
