import { Plus } from 'lucide-react';
import { Button } from '../elements/Button.tsx';

interface AddButtonProps {
  /** Translated: "Add VLAN". */
  readonly words: string;
  /** Whether the form that it opens is shown; left out where it leads to a page. */
  readonly open?: boolean;
  readonly onPress: () => void;
}

/** How rows are added on every page: in the head of their list, or below the words of an empty one. */
export function AddButton({ words, open, onPress }: AddButtonProps) {
  return (
    <Button aria-expanded={open} icon={<Plus aria-hidden="true" />} onClick={onPress}>
      {words}
    </Button>
  );
}
