/** A certificate in PEM, in as many lines as a form field leaves of it. */
const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** The certificates in a pasted text, each as PEM in lines; none where there is none. */
export function certificatesIn(text: string): readonly string[] {
  return [...text.matchAll(PEM)].map(([, body = '']) => {
    const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? [];
    return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  });
}
