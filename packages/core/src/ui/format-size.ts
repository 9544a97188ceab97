/** A number of bytes for a person: `512 B`, `1.5 KB`, `12 KB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (!(bytes > 0)) return '0 B'
  let value = bytes
  let unit = 0
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
