/** A private key as PEM (PKCS #8, RFC 7468 10), as it is kept in files. */
export async function privateKeyText(key: CryptoKey): Promise<string> {
  const octets = Buffer.from(await crypto.subtle.exportKey('pkcs8', key));
  const lines = octets.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}
