/** Names with one reason that holds for all of them. */
function because(reason: string, ...names: readonly string[]): readonly (readonly [name: string, reason: string])[] {
  return names.map((name) => [name, reason] as const);
}

/** What a standard lets managers set and this switch only shows, and why. */
export const readOnlyHere: ReadonlyMap<string, string> = new Map([
  ...because(
    'Routes in force, of whatever origin; static ones are rows of ipStaticRouteEntry and ipv6StaticRouteEntry.',
    ...['ipCidrRouteIfIndex', 'ipCidrRouteType', 'ipCidrRouteInfo', 'ipCidrRouteNextHopAS', 'ipCidrRouteMetric1'],
    ...['ipCidrRouteStatus', 'inetCidrRouteIfIndex', 'inetCidrRouteType', 'inetCidrRouteNextHopAS'],
    ...['inetCidrRouteMetric1', 'inetCidrRouteStatus'],
  ),
  ...because(
    'Neighbors in force; static ones are rows of ipArpStaticEntry and ipv6NeighborStaticEntry.',
    ...['ipNetToMediaIfIndex', 'ipNetToMediaPhysAddress', 'ipNetToMediaNetAddress', 'ipNetToMediaType'],
    ...['ipNetToPhysicalPhysAddress', 'ipNetToPhysicalType', 'ipNetToPhysicalRowStatus'],
  ),
  ...because(
    'Addresses in force, of whatever origin; they are set at their interfaces.',
    ...['ipAddressIfIndex', 'ipAddressType', 'ipAddressStatus', 'ipAddressRowStatus', 'ipAddressStorageType'],
  ),
  ...because(
    'Receivers of notifications are rows of snmpTargetAddrEntry, which has address and security in one row.',
    ...['snmpTargetAddrTDomain', 'snmpTargetAddrTAddress', 'snmpTargetAddrTimeout', 'snmpTargetAddrRetryCount'],
    ...['snmpTargetAddrTagList', 'snmpTargetAddrParams', 'snmpTargetAddrStorageType', 'snmpTargetAddrRowStatus'],
    ...['snmpTargetParamsMPModel', 'snmpTargetParamsSecurityModel', 'snmpTargetParamsSecurityName'],
    ...['snmpTargetParamsSecurityLevel', 'snmpTargetParamsStorageType', 'snmpTargetParamsRowStatus'],
    ...['snmpNotifyTag', 'snmpNotifyType', 'snmpNotifyStorageType', 'snmpNotifyRowStatus', 'snmpTargetSpinLock'],
  ),
  ...because(
    'Users are made with passwords by usmUserEntry: whoever grants access proves to be somebody, which keys in a row do not.',
    ...['usmUserCloneFrom', 'usmUserAuthProtocol', 'usmUserPrivProtocol', 'usmUserStorageType', 'usmUserStatus'],
    ...[
      'usmUserSpinLock',
      'usmUserPublic',
      'vacmGroupName',
      'vacmSecurityToGroupStorageType',
      'vacmSecurityToGroupStatus',
    ],
  ),
  ...because(
    'No two managers can spoil a change of views for each other: changes are made one after the other.',
    'vacmViewSpinLock',
  ),
  ...because(
    'Bits of columns that stand one by one in the same row, each of which can be set.',
    ...['lldpPortConfigTLVsTxEnable', 'lldpXdot3PortConfigTLVsTxEnable', 'lldpXMedPortConfigTLVsTxEnable'],
  ),
  ...because(
    'A filtered address leaves by no port, whichever it came in by: a row has nothing else to set.',
    ...['dot1dStaticReceivePort', 'dot1dStaticAllowedToGoTo', 'dot1dStaticStatus'],
  ),
  ...because(
    'What is configured lasts as long as the configuration: there is no other way for a row to last.',
    ...['dot1qStaticUnicastStatus', 'dot1qStaticMulticastStatus'],
  ),
  ...because('The cost in use; dot1dStpPortAdminPathCost is set.', 'dot1dStpPortPathCost32'),
  ...because(
    'One number of queues and one map of priorities for all ports: the map is dot1dTrafficClassEntry.',
    ...['dot1dPortNumTrafficClasses', 'dot1dTrafficClass'],
  ),
  ...because(
    'Trunks are rows of trunkGroupEntry: their members decide on the keys, and what is said of the switch itself is fixed.',
    ...['dot3adAggActorSystemID', 'dot3adAggActorSystemPriority', 'dot3adAggActorAdminKey'],
    ...['dot3adAggCollectorMaxDelay', 'dot3adAggPortActorSystemPriority', 'dot3adAggPortActorAdminKey'],
    ...['dot3adAggPortActorAdminState'],
  ),
  ...because(
    'Nothing is assumed of a partner that does not speak LACP: it is aggregated by a manual trunk.',
    ...['dot3adAggPortPartnerAdminSystemPriority', 'dot3adAggPortPartnerAdminSystemID', 'dot3adAggPortPartnerAdminKey'],
    ...['dot3adAggPortPartnerAdminPort', 'dot3adAggPortPartnerAdminPortPriority', 'dot3adAggPortPartnerAdminState'],
  ),
  ...because('Layers follow from trunks.', 'ifStackStatus'),
  ...because('Notifications are chosen for all ports together, in snmpAgentCtrl.', 'ifLinkUpDownTrapEnable'),
  ...because('A port sends all addresses or none, by lldpManAddrTxEnable.', 'lldpConfigManAddrPortsTxEnable'),
  ...because('GMRP is not spoken.', 'dot1dGmrpStatus'),
  ...because(
    'One mode of each VLAN decides on both tables: multicastFilterEntry.',
    ...['dot1qForwardAllStaticPorts', 'dot1qForwardAllForbiddenPorts'],
    ...['dot1qForwardUnregisteredStaticPorts', 'dot1qForwardUnregisteredForbiddenPorts'],
  ),
  ...because('There is one set of constraints, for all VLANs.', 'dot1qConstraintSetDefault'),
  ...because('The cost in use by 16 bits; dot1dStpPortAdminPathCost is set.', 'dot1dStpPortPathCost'),
  ...because(
    'The setting has a third choice, automatic, which this column has no number for; it stands in the private MIB.',
    'dot1dStpPortAdminEdgePort',
  ),
  ...because('The address is the row.', 'dot1dStaticAddress'),
  ...because(
    'Nothing is kept of parts beside what they are.',
    'entPhysicalAlias',
    'entPhysicalAssetID',
    'entPhysicalUris',
  ),
  ...because('The hardware has as much as it has.', 'hrStorageSize'),
  ...because('Echo requests take time from engines that must not wait.', 'pingMaxConcurrentRequests'),
  ...because(
    'A test is sent once, from the nearest address, and its results are read; rows are gone with the agent.',
    ...['pingCtlDataFill', 'pingCtlFrequency', 'pingCtlMaxRows', 'pingCtlStorageType', 'pingCtlType', 'pingCtlDescr'],
    ...['pingCtlTrapGeneration', 'pingCtlTrapProbeFailureFilter', 'pingCtlTrapTestFailureFilter'],
    ...['pingCtlSourceAddressType', 'pingCtlSourceAddress', 'pingCtlByPassRouteTable', 'pingCtlDSField'],
  ),
  ...because('The clock is set with its zone, in sysTimeCtrl.', 'hrSystemDate'),
  ...because('The firmware slot says what is started.', 'hrSystemInitialLoadParameters'),
  ...because(
    'Time to live, and the way of IPv6, are those of the host that the agent runs on.',
    ...['ipDefaultTTL', 'ipv6IpDefaultHopLimit', 'ipv6IpForwarding', 'ipv6InterfaceForwarding'],
  ),
  ...because(
    'No two managers can spoil a change of addresses for each other: changes are made one after the other.',
    ...['ipAddressSpinLock', 'ipv6RouterAdvertSpinLock'],
  ),
  ...because(
    'Routes in use have one metric.',
    ...['inetCidrRouteMetric2', 'inetCidrRouteMetric3', 'inetCidrRouteMetric4', 'inetCidrRouteMetric5'],
  ),
  ...because(
    'There is one context, and everything that is configured is kept.',
    ...['vacmAccessContextMatch', 'vacmAccessStorageType', 'vacmViewTreeFamilyStorageType'],
    ...['snmpCommunityContextEngineID', 'snmpCommunityContextName', 'snmpCommunityStorageType'],
  ),
  ...because('Keys of wireless stations: a switch has none to send.', 'dot1xAuthKeyTxEnabled'),
  ...because('A bridge port takes every frame.', 'ifPromiscuousMode'),
  ...because('The maker gives the serial number.', 'entPhysicalSerialNum'),
  ...because(
    'The hardware has one choice of pairs (pethPsePortPowerPairsControlAbility is false).',
    'pethPsePortPowerPairs',
  ),
]);

/** Columns of served tables that are missing, with the reason. */
export const unserved: ReadonlyMap<string, string> = new Map([
  ...because('The datapaths do not count addresses that found no room.', 'dot1dTpLearnedEntryDiscards'),
  ...because('Nobody counts deleted VLANs.', 'dot1qVlanNumDeletes'),
  ...because(
    'The datapaths neither count pause frames nor say what a link has agreed about them.',
    ...['dot3PauseOperMode', 'dot3InPauseFrames', 'dot3OutPauseFrames', 'dot3HCInPauseFrames', 'dot3HCOutPauseFrames'],
  ),
  ...because(
    'It names a device that could be started from, and there is no table of them.',
    'hrSystemInitialLoadDevice',
  ),
  ...because(
    'Keys are changed by a new password, in usmUserEntry.',
    ...['usmUserAuthKeyChange', 'usmUserOwnAuthKeyChange', 'usmUserPrivKeyChange', 'usmUserOwnPrivKeyChange'],
  ),
]);

/** Columns of the private MIB that have the name of an object of a standard, and why they are there all the same. */
export const privateHere: ReadonlyMap<string, string> = new Map([
  ...because(
    'The setting, of the one interface or gateway that there is; in the standard it is an index of what is in force.',
    ...['ipv4InterfaceEntry.ipAddressAddr', 'ipDefaultRouter.ipDefaultRouterAddress'],
  ),
  ...because(
    'The setting, which the standard only reads: snmpEngineID of the standard is the identifier in use.',
    'snmpAgentCtrl.snmpEngineID',
  ),
  ...because('The setting, with its third choice, automatic.', 'dot1dStpExtPortEntry.dot1dStpPortAdminEdgePort'),
  ...because('A filter in the index of the standard, which has 0 here: any time.', 'lldpRemEntry.lldpRemTimeMark'),
  ...because('The setting, for all ports together.', 'dot1dTrafficClassEntry.dot1dTrafficClass'),
  ...because(
    'The setting, in a row that makes one of several tables of the standard, which show it.',
    ...['usmUserEntry.vacmGroupName', 'usmUserEntry.usmUserAuthProtocol', 'usmUserEntry.usmUserPrivProtocol'],
    ...['snmpTargetAddrEntry.snmpTargetAddrTAddress', 'snmpTargetAddrEntry.snmpTargetParamsMPModel'],
    ...['snmpTargetAddrEntry.snmpTargetParamsSecurityName', 'snmpTargetAddrEntry.snmpTargetParamsSecurityLevel'],
    ...['snmpTargetAddrEntry.snmpNotifyType', 'snmpTargetAddrEntry.snmpTargetAddrTimeout'],
    'snmpTargetAddrEntry.snmpTargetAddrRetryCount',
  ),
  ...because(
    'The setting of a static row; the tables of the standard have what is in force.',
    ...['ipStaticRouteEntry.inetCidrRouteIfIndex', 'ipStaticRouteEntry.inetCidrRouteMetric1'],
    ...['ipv6StaticRouteEntry.inetCidrRouteIfIndex', 'ipv6StaticRouteEntry.inetCidrRouteMetric1'],
    ...['ipArpStaticEntry.ipNetToPhysicalPhysAddress', 'ipv6NeighborStaticEntry.ipNetToPhysicalPhysAddress'],
  ),
]);

/** Columns that are neither in the private MIB nor at the place of the object whose name they have, and where managers read them. */
export const readElsewhere: ReadonlyMap<string, string> = new Map([
  ...because(
    'ipAddressPrefix points to the prefix, the length of which ends its instance.',
    'ipAddressEntry.ipAddressPrefixLength',
  ),
  ...because(
    'Of a deprecated table; the one in its place has radiusAuthServerInetAddress and radiusAccServerInetAddress.',
    ...['radiusAuthServerExtEntry.radiusAuthServerAddress', 'radiusAccServerExtEntry.radiusAccServerAddress'],
  ),
  ...because('What was asked for: pingCtlTargetAddress of the row.', 'pingResultsEntry.pingResultsTarget'),
  ...because('A sentence for people; pingProbeHistoryStatus has the number.', 'pingResultsEntry.pingResultsProblem'),
  ...because('Follows from pingResultsSentProbes and pingResultsProbeResponses.', 'pingResultsEntry.lossPercent'),
]);

/** Columns that have no row on the switch of the test, and why. */
export const withoutRows: ReadonlyMap<string, string> = new Map(
  because(
    'Nobody has signed in by 802.1X; features/security/port-access-control tests what stands there.',
    ...['dot1xAuthSessionOctetsRx', 'dot1xAuthSessionOctetsTx', 'dot1xAuthSessionFramesRx', 'dot1xAuthSessionFramesTx'],
    ...['dot1xAuthSessionId', 'dot1xAuthSessionAuthenticMethod', 'dot1xAuthSessionTime'],
    ...['dot1xAuthSessionTerminateCause', 'dot1xAuthSessionUserName'],
  ),
);

/** Values out of a standard's range all the same, and why. */
export const excused: ReadonlyMap<string, { readonly value: number; readonly reason: string }> = new Map([
  ['dot1dStpVersion', { value: 3, reason: 'RFC 4318 leaves room for later versions; IEEE 802.1Q has 3 for MSTP.' }],
  ['dot1dTpAgingTime', { value: 0, reason: 'Addresses that stay until they move: RFC 4188 has no number for that.' }],
  [
    'dot1qPortAcceptableFrameTypes',
    {
      value: 3,
      reason: 'Untagged and priority tagged alone: RFC 4363 has no number for it, IEEE8021-Q-BRIDGE-MIB this.',
    },
  ],
  ...['dot3adAggPortSelectedAggID', 'dot3adAggPortAttachedAggID'].map(
    (name) => [name, { value: 0, reason: 'The text of the standard has 0 for a port that has none.' }] as const,
  ),
]);
