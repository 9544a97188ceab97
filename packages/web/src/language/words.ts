/** Words for names that others made up: of some there are none. */
export type Words = Readonly<Record<string, string>>

/** A number as it is written in both languages. */
export function format(value: number): string {
  return value.toLocaleString('en')
}

/** So many of something, in English. */
export function count(value: number, noun: string, plural: string = `${noun}s`): string {
  return `${format(value)} ${value === 1 ? noun : plural}`
}
