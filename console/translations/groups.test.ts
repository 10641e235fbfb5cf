// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../call/call.ts';
import { fetchedTexts, wholeTexts } from './fetched-texts.ts';
import { type Catalogue, chooseLanguage, type Language, startTranslations, translate, withTexts } from './language.ts';
import { fetchTextsIn } from './said-texts.ts';
import { bucketOf } from './text-bucket.ts';

/** Requests for groups that have not been answered, by language and group. */
const open = new Map<string, { resolve: (texts: Catalogue) => void; reject: () => void }>();
const asked: string[] = [];

const textsOf = (language: string) => (group: string) => {
  asked.push(`${language}/${group}`);
  return new Promise<{ readonly default: Catalogue }>((resolve, reject) =>
    open.set(`${language}/${group}`, {
      resolve: (texts) => resolve({ default: texts }),
      reject: () => reject(new Error('Not Found')),
    }),
  );
};

/** Answers a request with texts; waits until it has been made. */
async function answer(group: string, texts?: Catalogue): Promise<void> {
  await vi.waitFor(() => expect([...open.keys()]).toContain(group));
  const request = open.get(group);
  open.delete(group);
  if (texts) request?.resolve(texts);
  else request?.reject();
}

/** Starts in a language, whose first texts are there. */
async function startIn(language: Language, texts: Catalogue = { Cancel: 'Abbrechen' }): Promise<void> {
  localStorage.setItem('i18n', language);
  const started = startTranslations({ de: textsOf('de'), ja: textsOf('ja') });
  if (language !== 'en') {
    await answerAll(language, texts);
    await started;
  }
}

/** Answers all that a language asks for. */
async function answerAll(language: string, texts: Catalogue): Promise<void> {
  await vi.waitFor(() => expect([...open.keys()].some((group) => group.startsWith(`${language}/`))).toBe(true));
  for (const group of [...open.keys()].filter((one) => one.startsWith(`${language}/`))) await answer(group, texts);
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined);
});

afterEach(async () => {
  localStorage.clear();
  await startTranslations({});
  open.clear();
  asked.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('code with its texts', () => {
  it('is there only together with them, whichever comes first', async () => {
    await startIn('de');
    const done = vi.fn();
    const page = withTexts('vlan', async () => 'page').finally(done);
    await vi.waitFor(() => expect(asked).toContain('de/vlan'));
    expect(done).not.toHaveBeenCalled();
    await answer('de/vlan', { Tagged: 'Getaggt' });
    expect(await page).toBe('page');
    expect(translate('Tagged')).toBe('Getaggt');
    expect(translate('Cancel')).toBe('Abbrechen');
  });

  it('is asked for while they are', async () => {
    await startIn('de');
    const load = vi.fn(async () => 'page');
    const page = withTexts('trunk', load);
    expect(load).toHaveBeenCalledOnce();
    await answer('de/trunk', {});
    await page;
  });

  it('fetches each group once, and none in English', async () => {
    await startIn('de');
    const both = [withTexts('lldp', async () => 1), withTexts('lldp', async () => 2)];
    await answer('de/lldp', {});
    expect(await Promise.all(both)).toEqual([1, 2]);
    await withTexts('lldp', async () => 3);
    expect(asked.filter((group) => group === 'de/lldp')).toHaveLength(1);
    await chooseLanguage('en');
    asked.length = 0;
    await withTexts('snmp', async () => 4);
    expect(asked).toEqual([]);
  });

  it('asks for all its groups at once, and for none that is on its way', async () => {
    await startIn('de');
    const first = withTexts('kit,acl', async () => 'page');
    const second = withTexts('kit,qos', async () => 'page');
    expect(asked).toEqual(['de/start', 'de/acl,kit', 'de/qos']);
    await answer('de/qos', {});
    const done = vi.fn();
    void second.then(done);
    await Promise.resolve();
    expect(done).not.toHaveBeenCalled();
    await answer('de/acl,kit', { Apply: 'Anwenden' });
    expect([await first, await second]).toEqual(['page', 'page']);
  });

  it('fails where they cannot be fetched, and is tried again', async () => {
    await startIn('de');
    const failed = withTexts('acl', async () => 'page');
    const outcome = expect(failed).rejects.toThrow('Not Found');
    await answer('de/acl');
    await outcome;
    const again = withTexts('acl', async () => 'page');
    await answer('de/acl', { Rule: 'Regel' });
    expect(await again).toBe('page');
    expect(translate('Rule')).toBe('Regel');
  });
});

describe('another language', () => {
  it('is shown once it has the texts of all that is shown', async () => {
    await startIn('de');
    const page = withTexts('mirroring', async () => 'page');
    await answer('de/mirroring', { Source: 'Quelle' });
    await page;
    const chosen = chooseLanguage('ja');
    await vi.waitFor(() => expect(asked).toContain('ja/mirroring,start'));
    expect(translate('Cancel')).toBe('Abbrechen');
    await answer('ja/mirroring,start', { Cancel: 'キャンセル', Source: '送信元' });
    await chosen;
    expect([translate('Cancel'), translate('Source'), document.documentElement.lang]).toEqual([
      'キャンセル',
      '送信元',
      'ja',
    ]);
  });

  it('has the texts of a page that was opened while it was fetched', async () => {
    await startIn('en');
    const chosen = chooseLanguage('ja');
    await vi.waitFor(() => expect(asked).toContain('ja/start'));
    const page = withTexts('gvrp', async () => 'page');
    await answer('ja/gvrp', { Timer: 'タイマー' });
    await page;
    await answerAll('ja', {});
    await chosen;
    expect(translate('Timer')).toBe('タイマー');
  });

  it('gives way to one that was chosen later', async () => {
    await startIn('en');
    const japanese = chooseLanguage('ja');
    const german = chooseLanguage('de');
    await answerAll('de', { Cancel: 'Abbrechen' });
    await german;
    await answerAll('ja', { Cancel: 'キャンセル' });
    await japanese;
    expect(translate('Cancel')).toBe('Abbrechen');
    expect(document.documentElement.lang).toBe('de');
  });

  it('is English as a whole where some of it cannot be fetched', async () => {
    await startIn('de');
    const chosen = chooseLanguage('ja');
    await answer('ja/start');
    await chosen;
    expect(translate('Cancel')).toBe('Cancel');
    expect(document.documentElement.lang).toBe('en');
    await withTexts('ping', async () => 'page');
  });
});

describe('messages of the device', () => {
  const said = (kind: string) => ({
    text: `Port {{port}} is "${kind}".`,
    values: { port: 3, kind: { text: `Kind ${kind}` } },
  });

  it.each([
    ['in an answer', 'trusted', JSON.stringify({ error: { code: 1, ...said('trusted') } })],
    ['in a column', 'guarded', JSON.stringify({ result: [{ said: JSON.stringify(said('guarded')) }] })],
    ['in a list in a column', 'alone', JSON.stringify({ result: JSON.stringify([JSON.stringify(said('alone'))]) })],
  ])('have their texts before they are shown: %s', async (_, kind, json) => {
    await startIn('de');
    const known = fetchTextsIn(json);
    const { text } = said(kind);
    const both = [text, `Kind ${kind}`];
    await answer(
      `de/${both.map(bucketOf).sort()}`,
      Object.fromEntries(both.map((one) => [one, `${kind} auf Deutsch`])),
    );
    await known;
    expect([translate(text), translate(`Kind ${kind}`)]).toEqual([`${kind} auf Deutsch`, `${kind} auf Deutsch`]);
    asked.length = 0;
    await fetchTextsIn(json);
    expect(asked).toEqual([]);
  });

  it('are awaited by the call that they answer', async () => {
    await startIn('de');
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ error: { code: 99, text: 'No such VLAN.' } })));
    const refused = call({ method: 'CommonGet', params: {} } as never).catch((failure: unknown) => failure);
    await answer(`de/${bucketOf('No such VLAN.')}`, { 'No such VLAN.': 'Kein solches VLAN.' });
    await refused;
    expect(translate('No such VLAN.')).toBe('Kein solches VLAN.');
  });

  it('need none where they only put values together, and in English', async () => {
    await startIn('de');
    asked.length = 0;
    await fetchTextsIn(JSON.stringify({ text: '{{sentence1}} {{sentence2}}' }));
    await chooseLanguage('en');
    await fetchTextsIn(JSON.stringify({ text: 'Another one.' }));
    expect(asked).toEqual([]);
  });

  it('that are shown in English are shown in the language that is chosen then', async () => {
    await startIn('en');
    await fetchTextsIn(JSON.stringify({ text: 'The fan stands still.' }));
    const chosen = chooseLanguage('de');
    await answerAll('de', { 'The fan stands still.': 'Der Lüfter steht.' });
    await chosen;
    expect(translate('The fan stands still.')).toBe('Der Lüfter steht.');
  });

  it('of a console before are not wanted by the next one', async () => {
    await startIn('en');
    await fetchTextsIn(JSON.stringify({ text: 'The fan stands still.' }));
    asked.length = 0;
    await startIn('de');
    expect(asked).toEqual(['de/start']);
  });

  it('are shown in English where their texts cannot be fetched', async () => {
    await startIn('de');
    const tried = fetchTextsIn(JSON.stringify({ text: 'It broke.' }));
    await answer(`de/${bucketOf('It broke.')}`);
    await tried;
    expect(translate('It broke.')).toBe('It broke.');
  });
});

describe('files of texts', () => {
  it('are those of the release', async () => {
    const fetching = vi.fn(async () => new Response('{"Cancel":"Abbrechen"}'));
    vi.stubGlobal('fetch', fetching);
    expect(await fetchedTexts('./abc/')('de')('start')).toEqual({ default: { Cancel: 'Abbrechen' } });
    expect(String(fetching.mock.calls.at(0)?.at(0))).toMatch(/\/abc\/de\/start\.json$/);
  });

  it('are one for each language where all are fetched at once, and are fetched again after a failure', async () => {
    const fetching = vi
      .fn(async () => new Response('{"Cancel":"Abbrechen"}'))
      .mockResolvedValueOnce(new Response('Not Found', { status: 404 }));
    vi.stubGlobal('fetch', fetching);
    const german = wholeTexts('./abc/')('de');
    await expect(german('start')).rejects.toThrow('404');
    expect(await german('start')).toEqual({ default: { Cancel: 'Abbrechen' } });
    expect(await german('17')).toEqual({ default: { Cancel: 'Abbrechen' } });
    expect(fetching.mock.calls.map(([address]: unknown[]) => String(address).slice(-12))).toEqual(
      Array(2).fill('/abc/de.json'),
    );
  });

  it('are not there where another release is', async () => {
    vi.stubGlobal('fetch', async () => new Response('Not Found', { status: 404 }));
    await expect(fetchedTexts('./abc/')('de')('start')).rejects.toThrow('404');
  });
});
