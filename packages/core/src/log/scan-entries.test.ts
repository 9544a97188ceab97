import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryLogFile, parseShownEntries } from '../testing/arbitrary-log-file.ts'
import { layOut, result } from '../testing/log-builder.ts'
import type { Entry } from './entry.ts'
import { scanEntries } from './scan-entries.ts'

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

describe('scanEntries', () => {
  it("drops the tool's own result and keeps what stands behind it", () => {
    const line = layOut(result('a', 'p', 't'), { sourceToolAssistantUUID: 'p', slug: 'name' })
    const [scanned] = [...scanEntries(encode(line))]
    const { toolUseResult: _, ...rest } = JSON.parse(line)
    expect(scanned).toEqual({ entry: rest, offset: 0, length: line.length })
  })

  it.each([
    ['a string', '"text"'],
    ['a list', '[1,{"a":"}"}]'],
    ['nothing', 'null'],
    ['an object before other fields', '{"a":1},"isMeta":true'],
  ])('takes a tool result that is %s', (_, value) => {
    const line = layOut(result('a', 'p', 't')).replace(
      '"toolUseResult":{"ok":true}',
      `"toolUseResult":${value}`,
    )
    const { toolUseResult, ...rest } = JSON.parse(line)
    expect(toolUseResult).toBeDefined()
    expect([...scanEntries(encode(line))].map(({ entry }) => entry)).toEqual([rest])
  })

  it('gives of every file the entries that a full parse gives', () => {
    fc.assert(
      fc.property(arbitraryLogFile, bytes => {
        const entries = [...scanEntries(bytes)].map(scanned => scanned.entry)
        expect(entries.map(withoutTail)).toEqual(parseShownEntries(bytes).map(withoutTail))
      }),
      { numRuns: 1500 },
    )
  })
})

/** Fields that stand behind `toolUseResult` may be cut with it. */
function withoutTail(whole: Entry): unknown {
  const { type, uuid, parentUuid, message } = whole as Readonly<Record<string, unknown>>
  return { type, uuid, parentUuid, message }
}
