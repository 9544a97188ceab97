import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deriveShortMessageId, deriveUUID, randomUUID } from './uuid.ts'

const PARENT = '9e503a42-53d3-4c76-a7ec-31e89bbb1ebb'
const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('randomUUID', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('has the form of version 4', () => {
    expect(randomUUID()).toMatch(VERSION_4)
  })

  it('has the same form where the runtime offers only random bytes', () => {
    const bytes = (array: Uint8Array) => array.fill(0xff)
    vi.stubGlobal('crypto', { getRandomValues: bytes })
    expect(randomUUID()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })

  it('never repeats', () => {
    expect(new Set(Array.from({ length: 1000 }, () => randomUUID())).size).toBe(1000)
  })
})

describe('deriveUUID', () => {
  it.each([
    [0, '9e503a42-53d3-4c76-a7ec-000000000000'],
    [1, '9e503a42-53d3-4c76-a7ec-000000000001'],
    [10, '9e503a42-53d3-4c76-a7ec-00000000000a'],
    [255, '9e503a42-53d3-4c76-a7ec-0000000000ff'],
    [256, '9e503a42-53d3-4c76-a7ec-000000000100'],
    [2 ** 40, '9e503a42-53d3-4c76-a7ec-010000000000'],
    [2 ** 48 - 1, '9e503a42-53d3-4c76-a7ec-ffffffffffff'],
  ])('writes index %d in twelve hexadecimal digits behind the parent', (index, derived) => {
    expect(deriveUUID(PARENT, index)).toBe(derived)
  })

  it('gives different indexes different uuids and the same index the same one', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(), fc.nat(), (parent, one, other) => {
        expect(deriveUUID(parent, one) === deriveUUID(parent, other)).toBe(one === other)
        expect(deriveUUID(parent, one)).toHaveLength(36)
      }),
    )
  })

  it('takes the ids of foreign files, whatever their length', () => {
    expect(deriveUUID('short', 1)).toBe('short000000000001')
    expect(deriveUUID('', 1)).toBe('000000000001')
  })
})

describe('deriveShortMessageId', () => {
  it.each([
    ['00000000-0000-4000-8000-000000000000', '0'],
    ['00000000-0100-4000-8000-000000000000', '1'],
    ['ffffffff-ffff-4fff-bfff-ffffffffffff', 'e13wu1'],
    [PARENT, (0x9e503a4253).toString(36).slice(0, 6)],
  ])('writes the first ten digits of %s to the base 36, six of them', (uuid, id) => {
    expect(deriveShortMessageId(uuid)).toBe(id)
  })

  it('has at most six characters that a label can hold', () => {
    fc.assert(
      fc.property(fc.uuid(), uuid => {
        expect(deriveShortMessageId(uuid)).toMatch(/^[0-9a-z]{1,6}$/)
      }),
    )
  })

  it('depends on the head of the uuid alone, so that parts of a split message share it', () => {
    expect(deriveShortMessageId(deriveUUID(PARENT, 7))).toBe(deriveShortMessageId(PARENT))
  })
})
