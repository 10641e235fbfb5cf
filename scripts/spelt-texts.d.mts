// Types of spelt-texts.mjs for TypeScript.
export function spelling(code: string): string;
export function literalsOf(text: string): readonly string[];
export function literalsIn(code: string): readonly string[];
