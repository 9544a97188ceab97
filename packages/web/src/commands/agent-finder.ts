/** The agent that is asked what can be called and attached, started where it does not run yet. */
export type AgentFinder = {
  /** Names what it depends on which one that is; undefined until that is known. */
  readonly key: string | undefined
  /** Null where there is none. */
  readonly find: () => Promise<string | null>
}
