/** The value, or null when it did not come in time. A rejection counts as the caller's. */
export async function waitAtMost<T>(value: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}
