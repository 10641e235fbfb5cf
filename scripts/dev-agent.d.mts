/** The agent of `npm run dev`. */
export interface DevelopedAgent {
  readonly origin: string;
  uses(path: string): boolean;
  restart(
    paths: readonly string[],
    session: { readonly cookie: string; readonly gambit: string } | undefined,
  ): Promise<boolean>;
  close(): Promise<void>;
}

export function startDevelopedAgent(folder: string, words: readonly string[]): Promise<DevelopedAgent>;
