/** The value; null where the signal comes first and the value does not follow within the grace. What comes too late is let go. */
export async function untilInterrupted<T extends object>(
  work: Promise<T>,
  signal: AbortSignal,
  graceMilliseconds: number = 0,
): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  let onAbort = (): void => {}
  const interruption = new Promise<null>(resolve => {
    onAbort = () => {
      timer = setTimeout(() => resolve(null), graceMilliseconds)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, interruption])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    // Nobody waits for it any more.
    work.catch(() => undefined)
  }
}
