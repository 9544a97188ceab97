/** A silence that is longer is no work: a person or a machine was away. */
export const LONGEST_SILENCE_MS: number = 30 * 60 * 1000
