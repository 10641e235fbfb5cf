import { isRecord } from '../values/json-record.ts';

/** A file in a bundle. */
export interface BundledFile {
  /** Its path below the slot's folder, with "/": "dist/device/main.cjs". */
  readonly name: string;
  /** Octets. */
  readonly size: number;
  /** Of its octets, in lower-case hex. */
  readonly sha256: string;
}

/** Manifest of a firmware bundle. */
export interface BundleManifest {
  /** The models that it is for. */
  readonly models: readonly string[];
  /** "1.2.3" */
  readonly version: string;
  /** In the order of the bundle. */
  readonly files: readonly BundledFile[];
}

/** The file of every bundle that the switch starts, and the one that says its version. */
export const START_FILE = 'dist/device/main.cjs';

/** Files in a bundle at most. */
const FILES = 4096;
/** Characters of a file's name at most. */
const NAME_LENGTH = 200;
/** Octets of all files together at most. */
const OCTETS = 64 * 1024 * 1024;
const MODELS = 64;

/** The octets of a manifest. */
export function formatManifest({ models, version, files }: BundleManifest): Uint8Array {
  const ordered = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  return new TextEncoder().encode(`${JSON.stringify({ models, version, files: ordered })}\n`);
}

/** Reads a manifest; undefined for one that is malformed, or that names a place outside of its slot. Never throws. */
export function parseManifest(octets: Uint8Array): BundleManifest | undefined {
  try {
    return readManifest(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets)));
  } catch {
    return undefined;
  }
}

/** The manifest in parsed JSON; undefined as `parseManifest` says. */
export function readManifest(json: unknown): BundleManifest | undefined {
  if (!isRecord(json) || !Array.isArray(json.models) || !Array.isArray(json.files)) return undefined;
  const { version } = json;
  const models: unknown[] = json.models;
  const files: unknown[] = json.files;
  if (typeof version !== 'string' || !/^\d{1,5}(?:\.\d{1,5}){1,3}$/.test(version)) return undefined;
  if (models.length > MODELS || !models.every(isModelName)) return undefined;
  if (files.length > FILES || !files.every(isFile) || !standApart(files)) return undefined;
  if (!files.some(({ name }) => name === START_FILE)) return undefined;
  return sizeOf(files) <= OCTETS ? { models, version, files } : undefined;
}

/** Octets of all files together. */
export function sizeOf(files: readonly BundledFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function isModelName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,32}$/.test(value);
}

function isFile(value: unknown): value is BundledFile {
  if (!isRecord(value)) return false;
  const { name, size, sha256 } = value;
  return (
    typeof name === 'string' &&
    isPlainName(name) &&
    typeof size === 'number' &&
    Number.isInteger(size) &&
    size >= 0 &&
    size <= OCTETS &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}

/** A path of plain words below a folder: none is hidden, none leads upwards, none means anything to a file system. */
function isPlainName(name: string): boolean {
  return name.length <= NAME_LENGTH && name.split('/').every((word) => /^[\w-][\w.-]*$/.test(word));
}

/** Whether no name is given twice, in whatever letters, and none is a folder of another. */
function standApart(files: readonly BundledFile[]): boolean {
  const names = new Set(files.map(({ name }) => name.toLowerCase()));
  if (names.size < files.length) return false;
  return ![...names].some((name) => {
    const words = name.split('/');
    return words.some((_, depth) => depth > 0 && names.has(words.slice(0, depth).join('/')));
  });
}
