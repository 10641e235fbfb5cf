/** Name of a VLAN that is created for cameras and recorders (docs/specification/system.md B). */
export const SURVEILLANCE_VLAN_NAME = 'ASV';

/** The CGI name under which the Surveillance Log is fetched as a text file. */
export const SURVEILLANCE_LOG_DOWNLOAD = 'surveillance_log';
