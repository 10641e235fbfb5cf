import { Zap } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** PoE > Power over Ethernet (docs/specification/security.md 2). */
export const powerOverEthernetPage = page({
  under: ['PoE'],
  title: 'Power over Ethernet',
  path: '/PoE/PowerOverEthernet',
  sentence: 'Power supply of the ports, and its allocation.',
  keywords: 'pse pd watt budget class priority 802.3af 802.3at',
  reads: [
    'pethMainPseEntry',
    'poeSystemConfig',
    'pethNotificationControlEntry',
    'pethPsePortEntry',
    'poePortExtEntry',
    'poePortState',
    'timeRangeEntry',
  ],
  page: () => import('./power-over-ethernet/parts.tsx'),
});

/** PoE > Time Range (docs/specification/security.md 2). */
export const timeRangePage = page({
  under: ['PoE'],
  title: 'Time Range',
  sentence: 'Schedules for powering ports.',
  keywords: 'schedule hours weekday periodic absolute',
  reads: ['timeRangeEntry', 'sysTimeCtrl'],
  page: () => import('./time-range/parts.tsx'),
});

/** PoE > PD Alive (docs/specification/security.md 2). */
export const pdAlivePage = page({
  under: ['PoE'],
  title: 'PD Alive',
  sentence: 'Pings powered devices and power-cycles those that do not respond.',
  keywords: 'ping watchdog camera hang power cycle reset',
  reads: ['pdAliveConfig', 'pdAliveEntry', 'poePortState'],
  page: () => import('./pd-alive/parts.tsx'),
});

/** PoE of the Surveillance Mode: power of cameras (docs/specification/system.md B). */
export const shortPoePage = page({
  title: 'PoE',
  heading: 'Power over Ethernet',
  sentence: 'Power consumption of the devices at the ports, and restart of devices that hang.',
  icon: Zap,
  keywords: 'power cycle restart camera watt budget',
  reads: ['pethMainPseEntry', 'poeSystemConfig', 'pethPsePortEntry', 'poePortExtEntry', 'poePortState', 'aSVPortEntry'],
  page: () => import('./short-form-parts.tsx'),
});
