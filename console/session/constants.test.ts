import { describe, expect, it } from 'vitest';
import { readConstants } from './constants.ts';

describe('the constants script', () => {
  it('says whether the configuration is still the default', () => {
    expect(readConstants('ConfigIsDefault = 1^,wizard_username:^,wizard_password:')).toEqual({ configIsDefault: true });
    expect(readConstants('ConfigIsDefault = 0^,')).toEqual({ configIsDefault: false });
    expect(readConstants('ConfigIsDefault=1')).toEqual({ configIsDefault: true });
    expect(readConstants('ConfigIsDefault = 10')).toEqual({ configIsDefault: false });
    expect(readConstants('')).toEqual({ configIsDefault: false });
  });

  it('holds the hand-over of the wizard where all of it is there', () => {
    const text = 'ConfigIsDefault = 1^,wizard_DHCP^,wizard_username:admin^,wizard_password:t^,wizard_currentpassword:c';
    expect(readConstants(text).handOver).toEqual({ username: 'admin', password: 't', currentPassword: 'c' });
  });

  it('takes blank markers for none', () => {
    expect(readConstants('wizard_DHCP^,wizard_username:^,wizard_password:').handOver).toBeUndefined();
    expect(readConstants('wizard_username:admin^,wizard_password:t').handOver).toBeUndefined();
  });
});
