/** Of the page that an upgrade begins on. */
export const upgradePath = '/Tools/FirmwareUpgrade';
/** Of the page that follows one (docs/specification/system.md, "Firmware Upgrade status"). */
export const statusPath = '/Tools/FirmwareUpgradeStatus';
