import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answer, attachment, prompt, result } from '../testing/log-builder.ts'
import type { Entry } from './entry.ts'
import { decodeLines } from './line-codec.ts'
import { scanEntries } from './scan-entries.ts'
import { type ScannedMessage, scanMessages } from './scan-messages.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** An entry in the order of keys in which Claude Code writes it. */
function lay(entry: TranscriptEntry, extra: Readonly<Record<string, unknown>> = {}): string {
  const { parentUuid, isSidechain, userType, cwd, sessionId, version, type, uuid, timestamp, ...rest } = entry
  const { message, toolUseResult, ...others } = rest as Readonly<Record<string, unknown>>
  const head = { parentUuid, isSidechain, userType, cwd, sessionId, version }
  const identity = { uuid, timestamp, toolUseResult, ...others, ...extra }
  return JSON.stringify(
    type === 'assistant'
      ? { ...head, message, requestId: 'req', type, ...identity }
      : { ...head, type, message, ...identity },
  )
}

function scan(text: string): readonly ScannedMessage[] {
  return [...scanMessages(encode(text))]
}

/** What the codec and a full parse find: all but what no view shows. */
function expected(bytes: Uint8Array): readonly Entry[] {
  return decodeLines(bytes)
    .flatMap(line => (line.kind === 'entry' ? [line.entry as Readonly<Record<string, unknown>>] : []))
    .filter(({ type }) => type !== 'progress' && type !== 'file-history-snapshot')
    .map(({ toolUseResult: _, ...entry }) => entry)
}

describe('scanMessages', () => {
  it('reads content, identity and place of prompts, answers and results', () => {
    const lines = [
      lay(prompt('a', null)),
      lay(answer('b', 'a', { calls: ['t'] })),
      lay(result('c', 'b', 't')),
    ]
    const found = scan(lines.join('\n'))
    expect(found).toMatchObject([
      { type: 'user', uuid: 'a', parentUuid: null, content: 'prompt a', isSidechain: false, offset: 0 },
      { type: 'assistant', uuid: 'b', parentUuid: 'a', content: [{ type: 'tool_use' }], entry: undefined },
      { type: 'user', uuid: 'c', parentUuid: 'b', content: [{ content: 'result c' }], entry: undefined },
    ])
    expect(found.map(message => message.length)).toEqual(lines.map(line => line.length))
  })

  it('knows a subagent, in a line that is cut as in one that is parsed', () => {
    const side = { isSidechain: true }
    expect(scan(lay(prompt('a', null, side)))).toMatchObject([{ isSidechain: true, entry: undefined }])
    expect(scan(JSON.stringify(prompt('a', null, side)))).toMatchObject([{ isSidechain: true }])
  })

  it('parses whole what is laid out otherwise', () => {
    const found = scan(`${JSON.stringify(attachment('a', null))}\n{"type":"system","content":"hi"}\n`)
    expect(found).toMatchObject([
      { type: 'attachment', uuid: 'a', entry: { uuid: 'a' } },
      { type: 'system', content: 'hi', uuid: undefined },
    ])
  })

  it('keeps every character: raw, escaped and half', () => {
    const text = 'é→😀\u0001\ud83d\u00ff\u2028"\\'
    const message = { role: 'user', content: text }
    const escaped = JSON.stringify(text).replace(
      /[^ -~]/g,
      character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const raw = lay(prompt('a', null, { message }))
    const line = raw.replace(JSON.stringify(text), escaped)
    expect(line).not.toBe(raw)
    expect(scan(`${raw}\n${line}\n`).map(({ content }) => content)).toEqual([text, text])
  })

  it('skips progress and file snapshots, but not what is glued to them', () => {
    const skipped = [
      '{"parentUuid":null,"type":"progress","data":{"text":"x"}}',
      '{"type":"file-history-snapshot","snapshot":{}}',
    ]
    const kept = lay(prompt('a', null))
    expect(scan(skipped.join('\n'))).toEqual([])
    for (const line of skipped) {
      expect(scan(line + kept)).toMatchObject([{ uuid: 'a' }])
      expect(scan(line.slice(0, -3) + kept)).toMatchObject([{ uuid: 'a' }])
      expect(scan(kept + line)).toMatchObject([{ uuid: 'a' }])
    }
  })

  it('reads what is glued to a result, or stands behind one that was cut off', () => {
    const first = lay(result('a', 'p', 't'), { sourceToolAssistantUUID: 'p' })
    const second = lay(result('b', 'q', 'u'), { sourceToolAssistantUUID: 'q' })
    expect(scan(first + second).map(({ uuid }) => uuid)).toEqual(['a', 'b'])
    const cut = first.slice(0, first.indexOf('"ok"'))
    expect(scan(cut + lay(prompt('c', 'a')))).toMatchObject([{ uuid: 'c' }])
    const torn = lay(answer('d', 'a')).slice(0, -60)
    expect(scan(torn + lay(answer('e', 'd')))).toMatchObject([{ uuid: 'e' }])
  })

  it('still shows the words of a result that was cut off behind them', () => {
    const line = lay(result('a', 'p', 't', { toolUseResult: { deep: { er: 1 }, more: 2 } }))
    const cut = line.slice(0, line.indexOf(',"more"'))
    expect(scan(cut)).toMatchObject([{ uuid: 'a', content: [{ content: 'result a' }] }])
  })

  it('passes over bad lines and reads on', () => {
    const kept = lay(prompt('a', null))
    expect(scan(`{"torn":"\n[10:00] words\n\n  {"x\n"{"\n${kept}\r\n`)).toMatchObject([{ uuid: 'a' }])
    expect(scan(`\ufeff${kept}`)).toMatchObject([{ uuid: 'a' }])
    expect(scan(`\0\0${kept}\0`)).toMatchObject([{ uuid: 'a' }])
  })

  it('is not fooled by keys inside a call or a text', () => {
    const input = {
      content: '],"stop_reason":',
      message: { uuid: 'x' },
      list: [1],
      stop_reason: 'no',
      toolUseResult: 1,
    }
    const content = [
      { type: 'tool_use', id: 't', name: 'Read', input },
      { type: 'text', text: '},"uuid":"x","timestamp":"y"}' },
    ]
    const call = answer('a', null, { extra: {} }) as Extract<TranscriptEntry, { type: 'assistant' }>
    const line = lay({ ...call, message: { ...call.message, content } } as TranscriptEntry)
    expect(scan(line)).toMatchObject([{ uuid: 'a', content }])
    const reply = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: [{ a: { b: 1 }, uuid: 'z' }] }],
    }
    expect(scan(lay(prompt('b', 'a', { message: reply })))).toMatchObject([
      { uuid: 'b', content: reply.content },
    ])
  })
})

describe('scanEntries', () => {
  it("drops the tool's own result and keeps what stands behind it", () => {
    const line = lay(result('a', 'p', 't'), { sourceToolAssistantUUID: 'p', slug: 'name' })
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
    const line = lay(result('a', 'p', 't')).replace('"toolUseResult":{"ok":true}', `"toolUseResult":${value}`)
    const { toolUseResult, ...rest } = JSON.parse(line)
    expect(toolUseResult).toBeDefined()
    expect([...scanEntries(encode(line))].map(({ entry }) => entry)).toEqual([rest])
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '}{"',
    '{"parentUuid":"x"',
    '],"stop_reason":',
    '→',
    '\\u00e9',
    ',"toolUseResult":{}',
    '},"uuid":"',
  ),
)
const content = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text'), text }),
      fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })),
    ),
  ),
)
const entry = fc
  .record({
    kind: fc.constantFrom('prompt', 'answer', 'result'),
    content,
    extra: fc.dictionary(text, fc.oneof(text, fc.jsonValue({ maxDepth: 1 })), { maxKeys: 2 }),
    toolUseResult: fc.oneof(text, fc.jsonValue({ maxDepth: 2 })),
  })
  .map(({ kind, content, extra, toolUseResult }) => {
    const base =
      kind === 'answer' ? answer('a', 'p') : kind === 'prompt' ? prompt('a', 'p') : result('a', 'p', 't')
    const { message } = base as Extract<TranscriptEntry, { type: 'user' }>
    const filled = { ...base, message: { ...message, content }, ...(kind === 'result' && { toolUseResult }) }
    return lay(filled as TranscriptEntry, extra)
  })

/** A line that was cut off inside its last field may seem whole to a scan, which then shows its words: see below. */
function cutOff(line: string, at: number): string {
  return line.slice(0, at).replace(/\}+$/, '')
}

const file = fc
  .array(
    fc.tuple(
      fc.oneof(
        entry,
        entry,
        entry,
        fc.jsonValue().map(value => JSON.stringify(value)),
      ),
      fc.boolean(),
      fc.nat(),
    ),
  )
  .map(lines =>
    lines.map(([line, isCut, at]) => (isCut ? cutOff(line, at % (line.length + 1)) : line)).join('\n'),
  )
  .map(encode)

describe('every file', () => {
  it('is scanned to the entries that a full parse gives', () => {
    fc.assert(
      fc.property(file, bytes => {
        const entries = [...scanEntries(bytes)].map(scanned => scanned.entry)
        expect(entries.map(withoutTail)).toEqual(expected(bytes).map(withoutTail))
      }),
      { numRuns: 3000 },
    )
  })

  it('is scanned to the words that a full parse gives', () => {
    fc.assert(
      fc.property(file, bytes => {
        const found = [...scanMessages(bytes)].map(({ type, uuid, parentUuid, content }) => ({
          type,
          uuid,
          parentUuid,
          content,
        }))
        expect(found).toEqual(expected(bytes).map(toWords))
      }),
      { numRuns: 3000 },
    )
  })
})

/** Fields that stand behind `toolUseResult` may be cut with it. */
function withoutTail(whole: Entry): unknown {
  const { type, uuid, parentUuid, message } = whole as Readonly<Record<string, unknown>>
  return { type, uuid, parentUuid, message }
}

function toWords(whole: Entry): unknown {
  const { type, uuid, parentUuid, message, content } = whole as Readonly<
    Record<string, { content?: unknown }>
  >
  const words =
    typeof message === 'object' && message !== null && !Array.isArray(message) ? message.content : content
  const isText = (value: unknown) => typeof value === 'string'
  return {
    type: isText(type) ? type : '',
    uuid: isText(uuid) ? uuid : undefined,
    parentUuid: parentUuid === null || isText(parentUuid) ? parentUuid : undefined,
    content: words,
  }
}
