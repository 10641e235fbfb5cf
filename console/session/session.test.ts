// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { textStore } from './browser-storage.ts';
import { drafts } from './drafts.ts';
import { sessionPaths } from './login-page.ts';
import { session } from './session.ts';
import { wizardDraft } from './wizard-draft.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe('session values', () => {
  it('keeps token and name under the names of the specification, and a key that is no password', () => {
    session.open('token', 'admin');
    expect(localStorage.getItem('GAMBIT')).toBe('token');
    expect(localStorage.getItem('Username')).toBe('admin');
    const key = localStorage.getItem('currentkey');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    session.open('token', 'admin');
    expect(session.currentkey).not.toBe(key);
  });

  it('forgets token and key when closed', () => {
    session.open('token', 'admin');
    session.close();
    expect(session.gambit).toBe('');
    expect(localStorage.getItem('GAMBIT')).toBeNull();
    expect(localStorage.getItem('currentkey')).toBeNull();
  });

  it('keeps the Surveillance Mode as "1" or empty', () => {
    session.surveillance = true;
    expect(localStorage.getItem('ASV')).toBe('1');
    session.surveillance = false;
    expect(session.surveillance).toBe(false);
    expect(localStorage.getItem('ASV') ?? '').toBe('');
  });

  it('makes the paths of login and dashboard follow the marker', () => {
    expect(sessionPaths()).toEqual({ login: '/', dashboard: '/index' });
    session.open('token', 'admin');
    expect(sessionPaths()).toEqual({ login: '/login', dashboard: '/' });
  });
});

describe('a browser that refuses its storage', () => {
  it('keeps values as long as the page lives', () => {
    const refusing = textStore(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(refusing.get('a')).toBe('');
    refusing.set('a', '1');
    expect(refusing.get('a')).toBe('1');
    refusing.set('a', '');
    expect(refusing.get('a')).toBe('');
  });
});

describe('drafts', () => {
  it('come back per route and can be forgotten', () => {
    drafts.keep('/Network/ModifyVLAN/20', { name: 'cameras' });
    drafts.keep('/System/DNS', [1]);
    expect(drafts.routes()).toEqual(['/Network/ModifyVLAN/20', '/System/DNS']);
    expect(drafts.read('/Network/ModifyVLAN/20')).toEqual({ name: 'cameras' });
    drafts.forget('/Network/ModifyVLAN/20');
    expect(drafts.routes()).toEqual(['/System/DNS']);
    expect(drafts.read('/Network/ModifyVLAN/20')).toBeUndefined();
    drafts.forgetAll();
    expect(sessionStorage.length).toBe(0);
  });

  it('are not those of whoever had the tab before', () => {
    session.open('a', 'eva');
    drafts.keep('/System/DNS', { name: 'cameras' });
    session.open('b', 'admin');
    expect([drafts.read('/System/DNS'), drafts.routes()]).toEqual([undefined, []]);
    drafts.keep('/Time', [1]);
    session.open('c', 'eva');
    drafts.forgetOthers();
    expect([drafts.read('/System/DNS'), drafts.routes(), sessionStorage.length]).toEqual([undefined, [], 0]);
  });

  it('answer nothing for what is no draft', () => {
    sessionStorage.setItem('draft /x', '{broken');
    expect(drafts.read('/x')).toBeUndefined();
    expect(drafts.read('/y')).toBeUndefined();
  });
});

describe('the wizard draft', () => {
  it('starts with local management and never writes a password into the storage', () => {
    wizardDraft.clear();
    expect(wizardDraft.get()).toMatchObject({ setup: '', username: '', switchManagement: '2', ip: '' });
    wizardDraft.change({ username: 'operator', password: 'Secret-1234', currentPassword: 'Old-secret' });
    expect(wizardDraft.get().password).toBe('Secret-1234');
    const stored = sessionStorage.getItem('wizard') ?? '';
    expect(stored).toContain('operator');
    expect(stored).not.toMatch(/Secret-1234|Old-secret/);
  });
});
