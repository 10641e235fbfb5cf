// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { session } from '../session/session.ts';
import { takeDefaultRoute } from './default-route.ts';
import { readDevice } from './device.ts';
import { isUpdateTo } from './web-version.ts';

beforeEach(() => localStorage.clear());

describe('the device globals', () => {
  it('are read as the page holds them', () => {
    const page = {
      modelName: 'TPE-5240WS',
      Port_num: 52,
      maxVlanId: 4094,
      cloudConnect: 1,
      cloudMode: 1,
      viewMode: 2,
      lacking: ['temperature'],
      closedModules: { PoE: 0, QoS: 1 },
      disabledModules: {},
      webVersion: '1',
    };
    expect(readDevice(JSON.stringify(page))).toEqual({ ...page, closedModules: { PoE: 0 } });
  });

  it.each(['', 'null', '{"Port_num":"many","cloudMode":null,"viewMode":1}'])(
    'have defaults where the page says nothing: %j',
    (text) => {
      const device = readDevice(text);
      expect(device.Port_num).toBeGreaterThan(0);
      expect(device.cloudMode).toBeUndefined();
      expect(device.viewMode).toBeUndefined();
      expect(device.closedModules).toEqual({});
    },
  );
});

describe('the web version', () => {
  it('asks for one reload after each update, and for none at the first visit', () => {
    expect(isUpdateTo('1')).toBe(false);
    expect(isUpdateTo('1')).toBe(false);
    expect(isUpdateTo('2')).toBe(true);
    expect(isUpdateTo('2')).toBe(false);
    expect(session.webVersion).toBe('2');
  });

  it('never reloads a browser that does not keep the version', () => {
    const full: Storage = {
      ...{ length: 1, key: () => null, getItem: () => '1', removeItem: () => {}, clear: () => {} },
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    vi.spyOn(window, 'localStorage', 'get').mockReturnValue(full);
    expect(isUpdateTo('2')).toBe(false);
    vi.restoreAllMocks();
  });
});

describe('the default route', () => {
  const entries: MenuEntry[] = [
    { title: 'Cloud Settings', under: ['System'], path: '/System/CloudSettings', name: 'CloudSettings', page: vi.fn() },
  ];

  it('is taken once, with a session', () => {
    session.open('token', 'admin');
    session.defaultRouter = 'CloudSettings';
    expect(takeDefaultRoute(entries)).toBe('/System/CloudSettings');
    expect(takeDefaultRoute(entries)).toBeUndefined();
    expect(localStorage.getItem('defaultRouter')).toBeNull();
  });

  it('waits for a session, and names no page that there is not', () => {
    session.defaultRouter = 'Elsewhere';
    expect(takeDefaultRoute(entries)).toBeUndefined();
    expect(session.defaultRouter).toBe('Elsewhere');
    session.open('token', 'admin');
    expect(takeDefaultRoute(entries)).toBeUndefined();
    expect(session.defaultRouter).toBe('');
  });
});
