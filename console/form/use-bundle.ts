import { useRef, useState } from 'react';
import { BUNDLE_MAXIMUM, glanceAtBundle } from '../../model/firmware/bundle-head.ts';
import type { BundleManifest } from '../../model/firmware/bundle-manifest.ts';
import { withDecimalMark } from '../../model/values/number-words.ts';
import { useText } from '../translations/use-text.ts';

/** A bundle of firmware that was chosen, with what it says of itself. */
interface ChosenBundle {
  readonly file: File;
  readonly manifest: BundleManifest;
}

/** Choosing a bundle of firmware: what is none, or is not for `model`, is refused before anything is sent. */
export function useBundle(model?: string) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenBundle>();
  const [message, setMessage] = useState<string>();
  /** The file that was chosen last: one that is read late must not take its place. */
  const last = useRef<File>(undefined);
  const choose = async (file: File | undefined) => {
    setChosen(undefined);
    setMessage(undefined);
    last.current = file;
    if (!file) return;
    const manifest = file.size > BUNDLE_MAXIMUM ? undefined : await glanceAtBundle(file).catch(() => undefined);
    if (last.current !== file) return;
    if (!manifest) setMessage(t('The file is not a firmware image.'));
    else if (model !== undefined && !manifest.models.includes(model)) {
      setMessage(t('The image is for model {{model}}.', { model: manifest.models.join(', ') }));
    } else setChosen({ file, manifest });
  };
  return {
    /** The last choice; if it is empty, the field asks for one. */
    take(): ChosenBundle | undefined {
      if (!chosen) setMessage((already) => already ?? t('Choose a file first.'));
      return chosen;
    },
    /** Lets go of what was chosen. */
    clear(): void {
      setChosen(undefined);
      last.current = undefined;
      if (input.current) input.current.value = '';
    },
    /** For a `FileField`. */
    field: {
      label: t('File'),
      accept: '.bundle',
      input,
      message,
      about: chosen && aboutBundle(chosen, t),
      onChange: (file: File | undefined) => void choose(file),
    },
  };
}

function aboutBundle({ file, manifest }: ChosenBundle, t: ReturnType<typeof useText>): string {
  const { version, models } = manifest;
  return t('Version {{version}}, {{size}} MB, for {{models}}', {
    version,
    size: withDecimalMark((file.size / 1024 / 1024).toFixed(1), t),
    models: models.join(', '),
  });
}
