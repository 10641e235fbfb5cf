// Types of lean-react.mjs for TypeScript.
export function withoutUnreachable(code: string, ast: unknown): string;
