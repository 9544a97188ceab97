/** Where a signal goes, and how long that may take. */
export type OtlpAddress = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends a message of OTLP; false where the collector did not take it. What becomes of it is never a reason for work to fail. */
export async function postOtlp(
  { url, headers }: OtlpAddress,
  body: string,
  timeoutMs: number,
  closing?: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: closing
        ? AbortSignal.any([AbortSignal.timeout(timeoutMs), closing])
        : AbortSignal.timeout(timeoutMs),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
