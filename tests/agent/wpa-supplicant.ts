import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killed, type Namespace } from '../namespaces/namespace.ts';

/** For tests: wpa_supplicant, by cable, on a host of a lab. */
export class WpaSupplicant {
  readonly #namespace: Namespace;
  readonly #folder: string;
  readonly #device: string;
  #running: ChildProcess | undefined;

  /** @param folder for its configuration and its control socket; no other supplicant uses it. */
  constructor(namespace: Namespace, folder: string, device = 'eth0') {
    this.#namespace = namespace;
    this.#folder = folder;
    this.#device = device;
  }

  /** Restarts it with one way to authenticate, in the syntax of wpa_supplicant.conf(5). */
  async start(network: string): Promise<void> {
    await this.stop();
    const file = join(this.#folder, `${this.#device}.conf`);
    const general = `ctrl_interface=${this.#folder}\nap_scan=0\n`;
    writeFileSync(file, `${general}network={\nkey_mgmt=IEEE8021X\neapol_flags=0\n${network}\n}\n`);
    const words = ['-D', 'wired', '-i', this.#device, '-c', file];
    this.#running = this.#namespace.spawn('wpa_supplicant', words, { stdio: 'ignore' });
  }

  /** What wpa_cli(8) answers to a command. */
  control(...words: readonly string[]): Promise<string> {
    return this.#namespace.exec('wpa_cli', '-p', this.#folder, '-i', this.#device, ...words);
  }

  /** Ends it, without a word to the switch. */
  async stop(): Promise<void> {
    if (this.#running) await killed(this.#running);
    this.#running = undefined;
  }
}
