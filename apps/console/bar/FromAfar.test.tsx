// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import FromAfar from './FromAfar.tsx';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

it('says that a console comes through the cloud, and leads back to its switch in the fleet', () => {
  window.history.replaceState(null, '', '/switch/FP-0011/#/Network/VLAN/Tagged');
  render(<FromAfar />);
  expect(screen.getByText('This switch is reached through the cloud.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to the fleet' }).getAttribute('href')).toBe('/#/Switch/FP-0011');
});
