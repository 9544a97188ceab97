import { describe, expect, it } from 'vitest'
import { createOpenRequests } from './open-requests.ts'

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

describe('createOpenRequests', () => {
  it('calls off the one that the host takes back', async () => {
    const requests = createOpenRequests(new AbortController().signal)
    const ended: string[] = []
    const first = requests.run('a', async signal => {
      await whenAborted(signal)
      ended.push('a')
    })
    void requests.run('b', whenAborted)
    requests.cancel('a')
    await first
    expect(ended).toEqual(['a'])
  })

  it('calls off all when going on makes no sense, those that come later as well', async () => {
    const stop = new AbortController()
    const requests = createOpenRequests(stop.signal)
    const open = requests.run('a', whenAborted)
    stop.abort()
    await open
    await requests.run('b', whenAborted)
    await requests.settle()
  })
})
