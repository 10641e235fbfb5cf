/** Pages that take ports from their address ("?ports=5-8"): tables of ports, and forms that a choice of ports fills. */
export const portPages: ReadonlySet<string> = new Set([
  '/Network/PhysicalInterface',
  '/Network/SpanningTree/Port',
  '/Network/Trunk/Settings',
  '/Network/Mirroring',
  '/Network/LoopbackDetection',
  '/Network/BandwidthControl/StormControl',
  '/Network/BandwidthControl/IngressRateLimiting',
  '/Network/BandwidthControl/EgressRateLimiting',
  '/Network/VLAN/Port',
  '/PoE/PowerOverEthernet',
  '/Security/PortSecurity/PortSettings',
  '/Security/PortAccessControl',
  '/Security/DHCPSnooping/Interfaces',
  '/Security/DynamicARPInspection/PortSettings',
  '/QoS/PortPriority',
]);
