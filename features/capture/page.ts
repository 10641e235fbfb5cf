import { ScanSearch } from 'lucide-react';
import { page } from '../../console/navigation/page.ts';

/** Frames on the line of ports (docs/specification/system.md, "Capture"). */
export const capturePage = page({
  title: 'Capture',
  sentence: 'Records frames of ports, shows them as lines and as a pcapng file. Forwarding stays as it is.',
  icon: ScanSearch,
  keywords: 'packet sniffer pcap pcapng wireshark tcpdump trace analyzer mirror frames record',
  reads: ['captureState', 'captureLineEntry'],
  page: () => import('./Capture.tsx'),
});
