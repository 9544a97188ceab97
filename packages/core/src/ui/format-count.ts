/** A number with its noun: `1 message`, `1,204 messages`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`
}

/** A large number for a person: exact up to 99,999, then `414.8k`, `18.5M`. */
export function formatLarge(value: number): string {
  if (value < 99_999.5) return formatNumber(value)
  return value < 999_950 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`
}

/** A whole number with thousands set apart. */
export function formatNumber(value: number): string {
  const whole = Math.round(value)
  // To load the formats of all languages takes longer than many a command.
  if (!Number.isSafeInteger(whole)) return whole.toLocaleString('en-US')
  return String(whole).replace(THOUSANDS, ',')
}

const THOUSANDS = /\B(?=(?:\d{3})+$)/g
