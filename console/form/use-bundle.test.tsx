// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BUNDLE_MARK, HEAD_SIZE } from '../../model/firmware/bundle-head.ts';
import { formatManifest, START_FILE } from '../../model/firmware/bundle-manifest.ts';
import { useBundle } from './use-bundle.ts';

afterEach(cleanup);

/** A bundle that is read only once `read` is called. */
function slowBundle(version: string) {
  const files = [{ name: START_FILE, size: 0, sha256: '0'.repeat(64) }];
  const manifest = formatManifest({ models: ['TPE-1021WS'], version, files });
  const octets = new Uint8Array(HEAD_SIZE + manifest.length);
  octets.set(BUNDLE_MARK);
  new DataView(octets.buffer).setUint32(BUNDLE_MARK.length, manifest.length);
  octets.set(manifest, HEAD_SIZE);
  const file = new File([octets], `${version}.bundle`);
  const slice = file.slice.bind(file);
  let read = () => {};
  const ready = new Promise<void>((resolve) => {
    read = resolve;
  });
  file.slice = (from, to) => {
    const part = slice(from, to);
    const arrayBuffer = part.arrayBuffer.bind(part);
    part.arrayBuffer = () => ready.then(arrayBuffer);
    return part;
  };
  return { file, read: () => act(async () => read()) };
}

it('is the last file that was chosen, whichever was read first', async () => {
  const { result } = renderHook(() => useBundle());
  const [first, second] = [slowBundle('1.0.0'), slowBundle('2.0.0')];
  act(() => result.current.field.onChange(first.file));
  act(() => result.current.field.onChange(second.file));
  await second.read();
  await expect.poll(() => result.current.take()?.manifest.version).toBe('2.0.0');
  await first.read();
  await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(result.current.take()?.manifest.version).toBe('2.0.0');
});

it('is none once the choice was taken back, though the file is read only then', async () => {
  const { result } = renderHook(() => useBundle());
  const slow = slowBundle('1.0.0');
  act(() => result.current.field.onChange(slow.file));
  act(() => result.current.clear());
  await slow.read();
  await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(result.current.take()).toBeUndefined();
});

it('for another model says which one', async () => {
  const { result } = renderHook(() => useBundle('TEG-082WS'));
  const other = slowBundle('1.0.0');
  act(() => result.current.field.onChange(other.file));
  await other.read();
  await expect.poll(() => result.current.field.message).toBe('The image is for model TPE-1021WS.');
});
