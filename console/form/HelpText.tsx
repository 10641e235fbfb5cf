import styles from './form.module.css';

/** A MAC address: "01-00-5E-01-01-01". */
const address = /((?:[0-9A-F]{2}-){5}[0-9A-F]{2})/;

/** Words below a field, of which a MAC address is not broken at one of its hyphens. */
export function HelpText({ text }: { readonly text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className={styles.unbroken}>
        {part}
      </span>
    ),
  );
}
