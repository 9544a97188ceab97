import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryLogFile, parseShownEntries } from '../testing/arbitrary-log-file.ts'
import { answer, attachment, layOut, prompt, result } from '../testing/log-builder.ts'
import type { Entry } from './entry.ts'
import { type ScannedMessage, scanMessages } from './scan-messages.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function scan(text: string): readonly ScannedMessage[] {
  return [...scanMessages(encode(text))]
}

describe('scanMessages', () => {
  it('reads content, identity and place of prompts, answers and results', () => {
    const lines = [
      layOut(prompt('a', null)),
      layOut(answer('b', 'a', { calls: ['t'] })),
      layOut(result('c', 'b', 't')),
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
    expect(scan(layOut(prompt('a', null, side)))).toMatchObject([{ isSidechain: true, entry: undefined }])
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
    const raw = layOut(prompt('a', null, { message }))
    const line = raw.replace(JSON.stringify(text), escaped)
    expect(line).not.toBe(raw)
    expect(scan(`${raw}\n${line}\n`).map(({ content }) => content)).toEqual([text, text])
  })

  it('skips progress and file snapshots, but not what is glued to them', () => {
    const skipped = [
      '{"parentUuid":null,"type":"progress","data":{"text":"x"}}',
      '{"type":"file-history-snapshot","snapshot":{}}',
    ]
    const kept = layOut(prompt('a', null))
    expect(scan(skipped.join('\n'))).toEqual([])
    for (const line of skipped) {
      expect(scan(line + kept)).toMatchObject([{ uuid: 'a' }])
      expect(scan(line.slice(0, -3) + kept)).toMatchObject([{ uuid: 'a' }])
      expect(scan(kept + line)).toMatchObject([{ uuid: 'a' }])
    }
  })

  it('reads what is glued to a result, or stands behind one that was cut off', () => {
    const first = layOut(result('a', 'p', 't'), { sourceToolAssistantUUID: 'p' })
    const second = layOut(result('b', 'q', 'u'), { sourceToolAssistantUUID: 'q' })
    expect(scan(first + second).map(({ uuid }) => uuid)).toEqual(['a', 'b'])
    const cut = first.slice(0, first.indexOf('"ok"'))
    expect(scan(cut + layOut(prompt('c', 'a')))).toMatchObject([{ uuid: 'c' }])
    const torn = layOut(answer('d', 'a')).slice(0, -60)
    expect(scan(torn + layOut(answer('e', 'd')))).toMatchObject([{ uuid: 'e' }])
  })

  it('still shows the words of a result that was cut off behind them', () => {
    const line = layOut(result('a', 'p', 't', { toolUseResult: { deep: { er: 1 }, more: 2 } }))
    const cut = line.slice(0, line.indexOf(',"more"'))
    expect(scan(cut)).toMatchObject([{ uuid: 'a', content: [{ content: 'result a' }] }])
  })

  it('passes over bad lines and reads on', () => {
    const kept = layOut(prompt('a', null))
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
    const line = layOut({ ...call, message: { ...call.message, content } } as TranscriptEntry)
    expect(scan(line)).toMatchObject([{ uuid: 'a', content }])
    const reply = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: [{ a: { b: 1 }, uuid: 'z' }] }],
    }
    expect(scan(layOut(prompt('b', 'a', { message: reply })))).toMatchObject([
      { uuid: 'b', content: reply.content },
    ])
  })
})

describe('every file', () => {
  it('is scanned to the words that a full parse gives', () => {
    fc.assert(
      fc.property(arbitraryLogFile, bytes => {
        const found = [...scanMessages(bytes)].map(({ type, uuid, parentUuid, content }) => ({
          type,
          uuid,
          parentUuid,
          content,
        }))
        expect(found).toEqual(parseShownEntries(bytes).map(toWords))
      }),
      { numRuns: 1500 },
    )
  })
})

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
