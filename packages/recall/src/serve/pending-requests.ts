import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** Requests that a client waits for. */
export interface PendingRequests {
  /** Resolves when all that were heard are answered. */
  settled(): Promise<void>
}

/** Watches a connected transport: a client that has said all may still wait for answers. */
export function watchRequests(transport: Transport): PendingRequests {
  const pending = new Set<unknown>()
  let tellSettled = (): void => {}
  const hear = transport.onmessage
  const send = transport.send.bind(transport)

  function forget(id: unknown): void {
    pending.delete(id)
    if (pending.size === 0) tellSettled()
  }

  transport.onmessage = (message, extra) => {
    if ('method' in message && 'id' in message) pending.add(message.id)
    hear?.(message, extra)
    // What is called off is not answered.
    if ('method' in message && message.method === 'notifications/cancelled') forget(message.params?.requestId)
  }
  transport.send = async (message, options) => {
    await send(message, options)
    if (!('method' in message) && 'id' in message) forget(message.id)
  }
  return {
    settled: () =>
      pending.size === 0
        ? Promise.resolve()
        : new Promise(resolve => {
            tellSettled = resolve
          }),
  }
}
