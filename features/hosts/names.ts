/** The CGI name under which the hosts are fetched as a file. */
export const HOSTS_DOWNLOAD = 'hosts';
