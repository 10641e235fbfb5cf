// Plain JavaScript without imports: `npm run cloud -- --help` prints it before anything is installed or built.

/** Output of `--help`. */
export const help = `Faceplate Cloud: one console for many switches

  --listen ADDRESS:PORT    where the fleet console listens (127.0.0.1:8090); plain HTTP on a loopback address,
                           else HTTPS with a certificate of the cloud's own authority; port 0 takes a free one
  --switches ADDRESS:PORT  where switches connect to (127.0.0.1:8091), always with TLS
  --name NAME              a host name or address that switches and browsers use for the cloud, besides these
                           addresses; once for each: its certificate contains only them
  --window SECONDS         a switch that does not reach the cloud for this long after a change from here reverts it
                           (120; 30 to 3600)
  --data DIR               where accounts, keys and all data about switches are stored (~/.faceplate-cloud)
  --bus ADDRESSES          for a large fleet: a cluster of NATS servers (tls://user:password@host:port; on this host
                           nats://, too), separated by commas; with --store, instead of --data
  --store ADDRESS          a PostgreSQL database (postgres://user:password@host:port/name?sslmode=verify-full); any
                           number of processes with the same bus and store are one cloud
  --firmware-keys FILE     public keys (PEM) trusted to sign firmware that is installed on switches from here
                           (DIR/firmware.pub), in addition to that of the program; switches check their own keys, too
  --certificate FILE       certificate of the console (PEM, with its chain), instead of one of the cloud's own authority;
                           with --key; both are read again within a minute after they change
  --key FILE               the key of the certificate (PEM)
  --acme URL               directory of a public certificate authority (such as
                           https://acme-v02.api.letsencrypt.org/directory) that certifies the host names of --name for the
                           console, whose terms you accept by this; renewed after two thirds of its life
  --acme-listen ADDRESS:PORT  where the authority's HTTP-01 challenges are answered, during an order or, with --store, always
                           (port 80 of --listen's address); the authority asks at port 80 of each name
  --acme-contact ADDRESS   e-mail address for messages of the authority
  --trusted-proxies NETS   addresses or networks of proxies, separated by commas, whose X-Forwarded-For and Forwarded count;
                           browsers reach them by HTTPS
  --metrics-from NETWORKS  addresses or networks, separated by commas, that may fetch /metrics (Prometheus) from the
                           console's port; off without this and without FACEPLATE_METRICS_TOKEN
  --log FORMAT             writes the audit trail to standard output, too: journal (for systemd), lines (with time and
                           severity) or off; without it, journal where the journal reads it
  --backup DIR             copies the contents of --data into a new folder, also while the cloud runs, and ends; to restore it,
                           stop the cloud and start it with --data on the copy, or replace the folder by it
  --help                   print this

  FACEPLATE_BUS and FACEPLATE_STORE in the environment are used like --bus and --store: the command line of a
  process is visible to everyone on the machine, and these addresses contain passwords.

  FACEPLATE_METRICS_TOKEN in the environment is a token (at least 24 characters) by which any address may
  fetch /metrics.

  FACEPLATE_INITIAL_PASSWORD in the environment sets the initial password of admin (10 to 32 letters and digits);
  without it, a random one is printed at the first start.
`;
