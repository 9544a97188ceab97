/** A number with its noun: `1 message`, `1,204 messages`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** A whole number with thousands set apart. */
export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
