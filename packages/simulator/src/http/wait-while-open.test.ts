import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { waitForReader, waitWhileOpen } from './wait-while-open.ts'

/** As much of a response as these functions look at. */
function createResponse(state: object = {}): ServerResponse {
  return Object.assign(new EventEmitter(), {
    destroyed: false,
    writableNeedDrain: true,
    ...state,
  }) as unknown as ServerResponse
}

const HOUR = 3_600_000

describe('waitWhileOpen', () => {
  it('waits its time', async () => {
    await waitWhileOpen(createResponse(), 1)
  })

  it('ends when the client goes away, and leaves no listener behind', async () => {
    const response = createResponse()
    const waiting = waitWhileOpen(response, HOUR)
    response.emit('close')
    await waiting
    expect(response.eventNames()).toEqual([])
  })

  it('does not wait for one who is gone', async () => {
    await waitWhileOpen(createResponse({ destroyed: true }), HOUR)
  })
})

describe('waitForReader', () => {
  it.each(['drain', 'close'])('ends with %s, and leaves no listener behind', async event => {
    const response = createResponse()
    const waiting = waitForReader(response)
    response.emit(event)
    await waiting
    expect(response.eventNames()).toEqual([])
  })

  it('does not wait for one who keeps up or is gone', async () => {
    await waitForReader(createResponse({ writableNeedDrain: false }))
    await waitForReader(createResponse({ destroyed: true }))
  })
})
