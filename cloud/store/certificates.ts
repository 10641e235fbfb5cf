import type { KeptSwitch } from './switches.ts';

/** A client certificate that the cloud has issued. */
export interface KeptCertificate {
  /** Its serial number in hexadecimal digits: unlike that of the switch it is in no other certificate. */
  readonly number: string;
  readonly serial: string;
  readonly until: number;
}

/** The certificates of switches that are valid. */
export interface CertificateStore {
  /** The next certificate of a switch, besides only the present one. False if that is no longer valid. */
  renew(certificate: KeptCertificate, present: string): Promise<boolean>;
  /** Whether this certificate was issued for this switch, and not revoked since. */
  isCertified(serial: string, number: string): Promise<boolean>;
  /**
   * The switch has this certificate beside those that it was given when it was claimed: it may not have got them. False where this
   * tenant did not claim it by this key, and where it has been connected since.
   */
  certifyAgain(certificate: KeptCertificate, holder: Pick<KeptSwitch, 'tenant' | 'keyHash'>): Promise<boolean>;
  /**
   * Takes up a certificate that the cloud issued and does not keep: the switch got it after the copy was made that the cloud was
   * restored from. False where it is not of the key by which this tenant claimed the switch, not later than all that are kept of
   * the switch, or revoked.
   */
  takeUp(certificate: KeptCertificate, holder: Pick<KeptSwitch, 'tenant' | 'keyHash'>): Promise<boolean>;
}
