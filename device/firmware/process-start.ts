import { type Message, say } from '../../model/values/message.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import type { FirmwarePlaces, ImageId } from './image.ts';
import { readSeal } from './seal.ts';
import { nextImage, readChoice, type StartChoice, serving, writeChoice } from './start-choice.ts';

/** Exit code by which an agent asks its boot program to be started again (EX_TEMPFAIL of sysexits). */
export const RESTART_CODE = 75;

/** Exit code of an agent that ran and ended by a fault (EX_SOFTWARE of sysexits): its boot program starts it again. */
export const SOFTWARE_ERROR = 70;

/** The agent's process between its boot program and its switch. */
export class ProcessStart {
  readonly #files: FlashFiles;
  readonly #places: FirmwarePlaces;
  /** The image that runs; undefined where no boot program started it. */
  readonly image: ImageId | undefined;

  constructor(files: FlashFiles, places: FirmwarePlaces, image: ImageId | undefined) {
    this.#files = files;
    this.#places = places;
    this.image = image;
  }

  /** Log messages about how this image came to be started, each once. Never rejects. */
  async told(): Promise<readonly { readonly isFailure: boolean; readonly message: Message }[]> {
    if (this.image === undefined) return [];
    const { choice, isLost } = await readChoice(this.#files, this.#places.choice);
    const { failed } = choice;
    const said: { isFailure: boolean; message: Message }[] = [];
    if (isLost) {
      const message = say('The selection of the firmware to start was lost; the installed firmware is running.');
      said.push({ isFailure: true, message });
    }
    if (failed && !failed.isTold) {
      said.push({ isFailure: true, message: await this.#fallenBack(failed) });
      // If it cannot be written, it is reported again.
      await this.#keep({ ...choice, failed: { ...failed, isTold: true } }).catch(() => {});
    }
    if (this.image > 0) {
      const running = say('The switch runs the firmware of slot {{slot}}.', { slot: this.image });
      said.push({ isFailure: false, message: running });
    }
    return said;
  }

  /** The agent serves: its image is proven. Rejects with the system's error where that cannot be kept. */
  async serves(): Promise<void> {
    if (this.image === undefined) return;
    const { choice } = await readChoice(this.#files, this.#places.choice);
    if (choice.trial?.image === this.image) await this.#keep(serving(this.image));
  }

  /** Whether a restart has to begin with another image than this one. Never rejects. */
  async isToChange(): Promise<boolean> {
    if (this.image === undefined) return false;
    const { choice } = await readChoice(this.#files, this.#places.choice);
    return nextImage(choice) !== this.image;
  }

  async #fallenBack({ image, why }: NonNullable<StartChoice['failed']>): Promise<Message> {
    const found = image === 0 ? undefined : await readSeal(this.#files, this.#places, image);
    const version = found?.kind === 'sealed' ? found.seal.manifest.version : '?';
    return why === 'damaged'
      ? say('The firmware {{version}} in slot {{slot}} is damaged; another one was started.', { version, slot: image })
      : say('The firmware {{version}} in slot {{slot}} failed to start; the former one was started.', {
          version,
          slot: image,
        });
  }

  #keep(choice: StartChoice): Promise<void> {
    return writeChoice(this.#files, this.#places.choice, choice);
  }
}
