/** The models of a turn: a turn that went over to the fallback stays there until its end. */
export interface ModelChoice {
  readonly main: string
  readonly fallback: string | null
  /** The one that is asked now. */
  current(): string
  fallBack(): void
}

/** Begins with the first one. */
export function createModelChoice(main: string, fallback: string | null = null): ModelChoice {
  let current = main
  return {
    main,
    fallback,
    current: () => current,
    fallBack() {
      current = fallback ?? main
    },
  }
}
