// Plain JavaScript without imports: `npm start -- --help` prints it before anything is installed or built.

/** Output of `--help`. */
export const help = `Faceplate: web console for a managed switch

  --listen ADDRESS:PORT    where the console listens (127.0.0.1:8080); plain HTTP on a loopback address,
                           else HTTPS with the device's own certificate; port 0 takes a free one
  --port-offset N          added to the ports of the other services, such as SNMP's 161
                           (8000 on a loopback address, where others may have the standard ports, else 0)
  --data DIR               where accounts, keys and saved configurations are stored (~/.faceplate)
  --model NAME             the switch model (TPE-2840WS):
                           TEG-082WS, TEG-204WS, TEG-284WS, TEG-524WS, TPE-082WS,
                           TPE-1021WS, TPE-1620WS, TPE-2840WS, TPE-5028WS, TPE-5048WS,
                           TPE-5240WS, TPE-204US, TPE-TG240ES, TPE-TG160ES
  --datapath KIND          virtual (default) or openvswitch
  --ports eth1,eth2,…      openvswitch: the host interfaces that become ports 1, 2, …
  --take-ports             openvswitch: take these interfaces even if the host uses them: out of a bridge or
                           a bond, with an address, or on the way to its default gateway; or if they are
                           wireless, or VLANs of another interface
  --ovsdb unix:PATH        openvswitch: use a running ovsdb-server instead of a private one
  --ovs-datapath KIND      openvswitch: what forwards: netdev (ovs-vswitchd, default) or system (Open vSwitch's kernel
                           module, at the kernel's speed)
  --remove                 openvswitch: takes away what a stopped agent left forwarding, and ends
  --scenario FILE          virtual: devices connected to the ports (JSON), instead of the built-in office
  --factory-settings       virtual: a new data folder starts unconfigured, whatever the scenario says
  --cable PORT=unix:PATH   virtual: a cable from this port to the agent that names the same path; once for each cable
  --cloud HOST[:PORT]      the cloud that can manage this switch, once enabled in Cloud Settings (port 443)
  --installed              starts the installed firmware, whatever firmware slot is selected
  --log FORMAT             writes the log to standard output, too: journal (for systemd), lines (with time and severity)
                           or off; default: journal under systemd, else off
  --help                   print this
  --version                print the version

  Programs call the switch with an API token; it serves the reference of its calls at /reference/openrpc.json.

  FACEPLATE_INITIAL_PASSWORD in the environment sets the initial password of admin; without it, a random one
  is printed at the first start.
`;
