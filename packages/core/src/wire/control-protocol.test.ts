import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createUnsupportedRequestResponse } from './control-protocol.ts'
import { CONTROL_DIRECTIONS, isControlSubtype } from './control-request.ts'
import { HOOK_EVENT_NAMES } from './hook-event-name.ts'
import { TERMINAL_REASONS } from './terminal-reason.ts'

describe('the control protocol', () => {
  it('knows the 41 subtypes of Claude Code and two of ours, of which four go to the host and one both ways', () => {
    const directions = Object.values(CONTROL_DIRECTIONS)
    expect(directions).toHaveLength(43)
    expect(directions.filter(direction => direction === 'to-host')).toHaveLength(4)
    expect(CONTROL_DIRECTIONS.mcp_message).toBe('both')
  })

  it('knows the 33 hook events and the 19 reasons for an end, each once', () => {
    expect(new Set(HOOK_EVENT_NAMES).size).toBe(33)
    expect(new Set(TERMINAL_REASONS).size).toBe(19)
  })

  it('takes no inherited name for a subtype', () => {
    expect(isControlSubtype('initialize')).toBe(true)
    expect(isControlSubtype('constructor')).toBe(false)
    expect(isControlSubtype(5)).toBe(false)
  })

  it.each([
    ['sdk-to-cli', 'to-host'],
    ['cli-to-sdk', 'to-program'],
  ])('allows every request that was recorded in %s in the direction it went', (name, opposite) => {
    const url = new URL(`../../fixtures/control-protocol/${name}.jsonl`, import.meta.url)
    const subtypes = readFileSync(url, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
      .filter(event => event.type === 'control_request')
      .map(event => event.request.subtype)
    expect(subtypes.length).toBeGreaterThan(0)
    for (const subtype of subtypes) {
      expect(isControlSubtype(subtype)).toBe(true)
      expect(CONTROL_DIRECTIONS).not.toHaveProperty(subtype, opposite)
    }
  })

  it('answers an unknown request with the error that the official hosts send', () => {
    expect(createUnsupportedRequestResponse('r1', 'fly')).toEqual({
      type: 'control_response',
      response: {
        subtype: 'error',
        request_id: 'r1',
        error: 'Unsupported control request subtype: fly',
        error_code: 'unsupported_request',
      },
    })
  })
})
