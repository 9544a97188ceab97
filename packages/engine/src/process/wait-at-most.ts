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

/** The value, unless the signal is aborted before it comes: then its reason is thrown. */
export async function untilAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([aborted, value])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The SDK never takes its listeners off a signal: each request gets one of its own, or a long session would drown. */
export function deriveSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal])
}
