import { Terminal } from 'lucide-react';
import { useText } from '../translations/use-text.ts';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';

/** Puts the lines that make a change on a command line into the clipboard; nothing while they are not known. */
export function CopyCommands({ commands }: { readonly commands: readonly string[] | undefined }) {
  const t = useText();
  if (!commands || commands.length === 0) return null;
  return (
    <Button
      look="text"
      icon={<Terminal aria-hidden="true" />}
      title={commands.join('\n')}
      onClick={() => void copyText(commands.join('\n'), t)}
    >
      {t('Copy as command line')}
    </Button>
  );
}
