/** Rejects when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  const own = deriveSignal(signal)
  return new Promise((_, reject) => {
    if (own.aborted) reject(own.reason)
    own.addEventListener('abort', () => reject(own.reason), { once: true })
  })
}

/** The SDK never takes its listeners off a signal: each request gets one of its own, or a long session would drown. */
export function deriveSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal])
}
