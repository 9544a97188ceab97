/** The day as people write it where the program runs: 2026-01-31. */
export function toLocalDate(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  return parts.map(part => `${part}`.padStart(2, '0')).join('-')
}
