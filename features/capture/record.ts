import { FRAME_AT, packetLength, putPacket } from '../../protocols/pcapng/blocks.ts';
import { CAPTURE_LINES } from './objects.ts';

/** Octets of a piece of the record. */
const PIECE = 65_536;

/** A frame as it was captured. */
export interface CapturedFrame {
  readonly port: number;
  readonly direction: 'received' | 'sent';
  /** Milliseconds since 1970, by the device's clock. */
  readonly time: number;
  /** As kept, and its octets on the line, without FCS. */
  readonly frame: Uint8Array;
  readonly length: number;
}

/** A kept frame with its place in the capture, from 1. */
export interface KeptFrame extends CapturedFrame {
  readonly number: number;
}

/**
 * The frames of a capture, written as blocks of a pcapng file as they come: so many octets of memory as the file has, and no
 * more, however small the frames are.
 */
export class CaptureRecord {
  readonly #size: number;
  readonly #octets: number;
  readonly #places: ReadonlyMap<number, number>;
  readonly #pieces: { readonly octets: Uint8Array; length: number }[] = [];
  readonly #latest: KeptFrame[] = [];
  /** Frames kept, by port. */
  readonly counts = new Map<number, number>();
  frames = 0;
  /** Octets of the file so far, its head left out. */
  octets = 0;

  /**
   * @param size octets of all blocks at most
   * @param octets of each frame that are kept at most
   * @param places of the ports among the interfaces of the file
   */
  constructor(size: number, octets: number, places: ReadonlyMap<number, number>) {
    this.#size = size;
    this.#octets = octets;
    this.#places = places;
  }

  /** The last frames, oldest first. */
  get latest(): readonly KeptFrame[] {
    return this.#latest;
  }

  /** Keeps a frame; false if there is no room left for it. */
  add({ port, direction, time, frame }: Omit<CapturedFrame, 'length'>): boolean {
    const packet = {
      interface: this.#places.get(port) ?? 0,
      direction: direction === 'received' ? 'inbound' : 'outbound',
      time,
      frame,
      octets: this.#octets,
    } as const;
    const length = packetLength(packet);
    if (this.octets + length > this.#size) return false;
    const piece = this.#pieceFor(length);
    const at = piece.length;
    putPacket(piece.octets, at, packet);
    piece.length += length;
    this.octets += length;
    this.frames += 1;
    this.counts.set(port, (this.counts.get(port) ?? 0) + 1);
    const kept = piece.octets.subarray(at + FRAME_AT, at + FRAME_AT + Math.min(frame.length, this.#octets));
    this.#latest.push({ number: this.frames, port, direction, time, frame: kept, length: frame.length });
    if (this.#latest.length > CAPTURE_LINES) this.#latest.shift();
    return true;
  }

  /** The blocks, piece by piece. */
  *blocks(): Iterable<Uint8Array> {
    for (const { octets, length } of this.#pieces) yield octets.subarray(0, length);
  }

  #pieceFor(length: number): { readonly octets: Uint8Array; length: number } {
    const last = this.#pieces.at(-1);
    if (last && last.length + length <= last.octets.length) return last;
    const piece = { octets: new Uint8Array(Math.max(length, Math.min(PIECE, this.#size))), length: 0 };
    this.#pieces.push(piece);
    return piece;
  }
}
