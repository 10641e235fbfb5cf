import controls from '../controls/controls.module.css';
import { classNames } from '../elements/class-names.ts';
import styles from './table.module.css';

interface FilterBoxProps {
  /** Label of the filter; also its name. */
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A box whose text narrows the rows of a table. */
export function FilterBox({ placeholder, value, onChange }: FilterBoxProps) {
  return (
    <input
      type="search"
      className={classNames(controls.box, styles.filter)}
      placeholder={placeholder}
      // As wide as its name at least, which is not to be cut off.
      size={placeholder.length}
      aria-label={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
