import type { ServerResponse } from 'node:http'

/** Waits so many milliseconds, or until the client goes away. */
export function waitWhileOpen(response: ServerResponse, milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    if (response.destroyed) return resolve()
    const timer = setTimeout(finish, milliseconds)
    response.once('close', finish)
    function finish(): void {
      clearTimeout(timer)
      response.off('close', finish)
      resolve()
    }
  })
}

/** Waits until a slow reader has caught up, or has gone away. */
export function waitForReader(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    if (response.destroyed || !response.writableNeedDrain) return resolve()
    response.once('drain', finish)
    response.once('close', finish)
    function finish(): void {
      response.off('drain', finish)
      response.off('close', finish)
      resolve()
    }
  })
}
