export const COLOR_CHOICES = ['auto', 'always', 'never'] as const

export type ColorChoice = (typeof COLOR_CHOICES)[number]

export type WantsColorOptions = {
  readonly choice: ColorChoice
  readonly isTerminal: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Whether to colour: what the person asked for, then FORCE_COLOR, then NO_COLOR, then whether a terminal reads it. */
export function wantsColor({ choice, isTerminal, env }: WantsColorOptions): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false
  return isTerminal && env.TERM !== 'dumb'
}
