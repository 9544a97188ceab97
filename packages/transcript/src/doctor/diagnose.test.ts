import { type Entry, encodeEntry } from '@antiphon/core'
import {
  answer,
  attachment,
  boundary,
  progress,
  prompt,
  result,
  summary,
} from '@antiphon/core/testing/log-builder'
import { describe, expect, it } from 'vitest'
import type { DefectKind } from './defect.ts'
import { diagnose } from './diagnose.ts'
import { DEFECT_EXPLANATIONS } from './explain-defect.ts'
import { findLineDefects } from './find-log-defects.ts'
import { repairLog } from './repair-log.ts'

type Fields = Readonly<Record<string, unknown>>

function line(entry: Fields): string {
  return encodeEntry(entry as Entry)
}

function lines(...entries: readonly Fields[]): string {
  return entries.map(line).join('')
}

function without(entry: Fields, field: string): Fields {
  return { ...entry, [field]: undefined }
}

/** An answer with these blocks. */
function saying(uuid: string, parentUuid: string | null, ...content: readonly unknown[]): Fields {
  const entry = answer(uuid, parentUuid)
  if (entry.type !== 'assistant') throw new Error('the builder made no answer')
  return { ...entry, message: { ...entry.message, content } }
}

/** A prompt with these blocks. */
function asking(uuid: string, parentUuid: string | null, ...content: readonly unknown[]): Fields {
  return { ...prompt(uuid, parentUuid), message: { role: 'user', content } }
}

const A = prompt('a', null)
const B = answer('b', 'a')
const text = (words: string): Fields => ({ type: 'text', text: words })
const badImage = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'no image' } }
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }

/** A file for every kind: one that has this defect. */
const CASES: Readonly<Record<Exclude<DefectKind, 'too-long'>, string | Uint8Array>> = {
  torn: `${line(A)}${line(B).slice(0, 50)}\n`,
  nul: `${line(A)}\0\0\0\0\n${line(B)}`,
  'invalid-text': Buffer.concat([
    Buffer.from(line(A)),
    Buffer.from(line(B).replace('answer', 'ans\xffwer'), 'latin1'),
  ]),
  'not-utf8': Buffer.concat([Buffer.from(line(A)), Buffer.from([0x80, 0xff, 0x0a])]),
  'not-json': `${line(A)}nonsense\n`,
  'not-object': `${line(A)}[1]\n`,
  glued: line(A).trimEnd() + line(B),
  'byte-order-mark': `\ufeff${line(A)}`,
  'blank-line': `${line(A)}\n${line(B)}`,
  'no-final-newline': line(A).trimEnd(),
  'carriage-return': line(A).replace('\n', '\r\n'),
  'no-uuid': lines(without(A, 'uuid')),
  'duplicate-entry': lines(A, A),
  'conflicting-entry': lines(A, B, { ...B, requestId: 'later' }),
  'uuid-collision': lines(A, {
    ...prompt('a', 'a'),
    timestamp: '2027-01-01T00:00:00.000Z',
    message: { role: 'user', content: 'other' },
  }),
  'unlinked-entry': lines(A, without(B, 'parentUuid')),
  'dangling-parent': lines(A, answer('b', 'nowhere')),
  'dangling-logical-parent': lines(A, boundary('b', 'nowhere'), summary('c', 'b')),
  'lost-root': lines(A, answer('b', null)),
  'self-parent': lines(A, answer('b', 'b')),
  'parent-cycle': lines(A, prompt('b', 'c'), answer('c', 'b')),
  'preserved-segment': lines(
    A,
    B,
    boundary('c', 'b', { preservedSegment: { headUuid: 'x', anchorUuid: 'd', tailUuid: 'y' } }),
    summary('d', 'c'),
  ),
  'several-sessions': lines(A, { ...B, sessionId: 'another' }),
  'stored-progress': lines(A, progress('b', 'a'), answer('c', 'b')),
  'open-call': lines(A, answer('b', 'a', { calls: ['call_1'] })),
  'unpaired-call': lines(A, answer('b', 'a', { calls: ['call_1'] }), prompt('c', 'b'), answer('d', 'c')),
  'orphan-result': lines(A, B, result('c', 'b', 'call_1')),
  'duplicate-result': lines(
    A,
    answer('b', 'a', { calls: ['call_1'] }),
    result('c', 'b', 'call_1'),
    result('d', 'c', 'call_1'),
  ),
  'bad-call': lines(
    A,
    saying('b', 'a', { type: 'tool_use', id: 'bad id!', name: 'Read', input: {} }),
    result('c', 'b', 'bad id!'),
  ),
  'unpaired-server-call': lines(A, saying('b', 'a', search, text('found')), prompt('c', 'b')),
  'refused-media': lines(asking('a', null, text('see'), badImage)),
  'blank-text': lines(A, saying('b', 'a', text('well'), text('  '))),
  'unsigned-thinking': lines(A, saying('b', 'a', { type: 'thinking', thinking: 'hm' }, text('well'))),
  'withheld-thinking': lines(
    A,
    saying('b', 'a', text('well'), { type: 'thinking', thinking: 'hm', signature: 'sig' }),
  ),
  'lone-surrogate': lines(asking('a', null, text('half \ud83d'))),
  'unreadable-content': lines({ ...A, message: { role: 'user', content: 7 } }),
  'misplaced-block': lines(
    A,
    B,
    asking('c', 'b', text('so'), { type: 'thinking', thinking: 'hm', signature: 'sig' }),
  ),
  'missing-turn': lines(A, B, answer('c', 'b')),
  'too-large': lines(...Array.from({ length: 5 }, (_, index) => large(index))),
  'other-repair': lines(asking('a', null, { ...text('so'), citations: [{ type: 'char_location' }] })),
  'distant-call': lines(A, answer('b', 'a', { calls: ['call_1'] }), boundary('c', 'b'), summary('d', 'c')),
  'distant-result': lines(A, B, result('c', 'b', 'call_1'), boundary('d', 'c'), summary('e', 'd')),
}

function large(index: number): Fields {
  return {
    ...prompt(`p${index}`, index === 0 ? null : `p${index - 1}`),
    message: { role: 'user', content: 'word '.repeat(2_000_000) },
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return Buffer.from(content)
}

describe('diagnose', () => {
  // Each key is a kind: the table has them all.
  const kinds = Object.keys(CASES) as (keyof typeof CASES)[]

  it.each(kinds)('finds %s, with its place, and a fix does what its explanation says', kind => {
    const bytes = bytesOf(CASES[kind])
    const found = diagnose(bytes).defects.filter(defect => defect.kind === kind)
    expect(found.length).toBeGreaterThan(0)
    const { isFixable, severity } = DEFECT_EXPLANATIONS[kind]
    expect(found.every(defect => defect.isFixable === isFixable && defect.severity === severity)).toBe(true)
    const left = diagnose(repairLog(bytes).bytes).counts[kind] ?? 0
    expect(left > 0).toBe(!isFixable)
  })

  it('leaves a line that is too long to be read, since it may be whole', () => {
    const raw = Buffer.from('{"type":"user"}\n')
    const stretch = { kind: 'bad', reason: 'too-long', offset: 0, length: raw.length, raw, line: 1 } as const
    expect(findLineDefects([stretch])).toMatchObject([{ kind: 'too-long', isFixable: false, line: 1 }])
  })

  it('finds nothing in what an intact program wrote', () => {
    const healthy = lines(
      A,
      answer('b', 'a', { calls: ['t'] }),
      result('c', 'b', 't'),
      attachment('d', 'c'),
      answer('e', 'd'),
    )
    expect(diagnose(bytesOf(healthy))).toMatchObject({
      isSession: true,
      defects: [],
      counts: {},
      lines: 5,
      entries: 5,
      resume: { messages: 5, violations: 0 },
    })
  })

  it('finds nothing in an empty file', () => {
    expect(diagnose(new Uint8Array(0))).toMatchObject({ isSession: true, defects: [], lines: 0 })
  })

  it('says where a defect is, in bytes and in lines', () => {
    const first = line(A)
    const { defects } = diagnose(bytesOf(`${first}nonsense\n${line(B)}`))
    expect(defects).toMatchObject([{ kind: 'not-json', offset: Buffer.byteLength(first), line: 2 }])
  })

  it('takes a file without any entry of a session for something else, which no fix touches', () => {
    const bytes = bytesOf('# Title\n\nSome words.\n{"a":1}\n')
    const { isSession, defects } = diagnose(bytes)
    expect(isSession).toBe(false)
    expect(defects.some(({ isFixable }) => isFixable)).toBe(false)
    expect(repairLog(bytes).changes).toEqual([])
    expect(Buffer.from(repairLog(bytes).bytes).toString()).toBe(Buffer.from(bytes).toString())
  })

  it('does not take the end of a session for a defect', () => {
    expect(diagnose(bytesOf(lines(A, B))).defects).toEqual([])
  })

  it('explains every kind in one sentence that says what a repair does', () => {
    for (const { sentence, label } of Object.values(DEFECT_EXPLANATIONS)) {
      expect(sentence).toMatch(/^[A-Z][^.]*\brepair\b[^.]*\.$/)
      expect(label.length).toBeLessThan(50)
    }
  })
})
