import type { Capability } from '../hardware/capability.ts';

/** The device's addresses (docs/specification/protocol.md, "Endpoints"). */
export const Endpoint = {
  devicePage: '/',
  constants: '/iss/specific/const_common.js',
  publicKey: '/iss/specific/public_key.js',
  login: '/iss/specific/login_data.js',
  remoteCall: '/iss/specific/rpc.js',
  logout: '/iss/specific/logout.js',
  /** Measurements in the text format of Prometheus. */
  metrics: '/metrics',
  /** Whether the program runs; whether the switch answers. */
  health: '/healthz',
  readiness: '/readyz',
  /** Followed by the name of what is fetched or sent. */
  cgi: '/iss/specific/cgi/',
} as const;

/** The address at which a device serves its own reference for programs: a file of its console. */
export const REFERENCE_PATH = '/reference/openrpc.json';

/** The device's globals, in `<script type="application/json" id="device">` of the device page. */
export interface DeviceGlobals {
  readonly modelName: string;
  readonly Port_num: number;
  readonly maxVlanId: number;
  /** Present where cloud management exists on this device. */
  readonly cloudMode?: 1;
  /** The page's flag: 1 cloud connection enabled, 0 disabled. */
  readonly cloudConnect: 0 | 1;
  /** Present where the page comes through a cloud, and not from the switch itself. */
  readonly throughCloud?: 1;
  /** Present in the Surveillance Mode: the layout shown after login. */
  readonly viewMode?: 2;
  /** A menu title marked 0 is hidden, and so is its route. */
  readonly closedModules: Readonly<Record<string, 0>>;
  readonly disabledModules: Readonly<Record<string, 0>>;
  /** Capabilities that the switch lacks: pages that need them are hidden, and so are their routes. */
  readonly lacking: readonly Capability[];
  /** The version of the console's build. */
  readonly webVersion: string;
}
