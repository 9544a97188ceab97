/** A span of time for a person: `350 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number): string {
  if (!(milliseconds > 0)) return '0 ms'
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
