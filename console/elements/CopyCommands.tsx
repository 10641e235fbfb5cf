import { Terminal } from 'lucide-react';
import { toast } from '../feedback/toast.ts';
import { useText } from '../translations/use-text.ts';
import { Button } from './Button.tsx';

/** Puts the lines that make a change on a command line into the clipboard; nothing while they are not known. */
export function CopyCommands({ commands }: { readonly commands: readonly string[] | undefined }) {
  const t = useText();
  if (!commands || commands.length === 0) return null;
  const copy = async () => {
    const isCopied = await copyText(commands.join('\n'));
    toast(isCopied ? t('Copied to the clipboard.') : t('The browser does not allow copying.'), 'info');
  };
  return (
    <Button look="text" icon={<Terminal aria-hidden="true" />} title={commands.join('\n')} onClick={() => void copy()}>
      {t('Copy as command line')}
    </Button>
  );
}

/** Copies text, also where the page is not served securely and browsers have no clipboard for it. */
async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard) {
    return clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  document.body.append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
