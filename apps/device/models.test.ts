import { expect, it } from 'vitest';
import { modelIdentifier } from '../../features/system/system-management/model-identifiers.ts';
import { switchModels } from './models.ts';

it('every model has an object identifier of its own, and another device none', () => {
  const identifiers = [...switchModels.keys()].map(modelIdentifier);
  expect(new Set(identifiers).size).toBe(switchModels.size);
  for (const identifier of identifiers) expect(identifier).toMatch(/^1\.3\.6\.1\.4\.1\.32473\.2\.\d+$/);
  expect(modelIdentifier('TPE-2840WS')).toBe('1.3.6.1.4.1.32473.2.8');
  expect(modelIdentifier('constructor')).toBe('0.0');
});
