import type { Entry, TranscriptEntry } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entry, SAMPLE_ENTRIES, SAMPLE_SUBAGENT, said, toSource } from '../../test/sample-export.ts'
import type { ExportSource } from './export-header.ts'
import { exportJson } from './export-json.ts'

const EVERYTHING = { hasThinking: true, hasBranches: true }

// What comes out is what is judged.
// biome-ignore lint/suspicious/noExplicitAny: any JSON
function parse(source: ExportSource, options = EVERYTHING): any {
  return JSON.parse([...exportJson(source, options)].join(''))
}

describe('exportJson', () => {
  it('tells in its head whose session it is and how much of it is there', () => {
    const {
      messages: _,
      subagents: __,
      branches: ___,
      ...header
    } = parse(toSource(SAMPLE_ENTRIES, SAMPLE_SUBAGENT))
    expect(header).toEqual({
      format: 'antiphon-session',
      version: 1,
      session: 's1',
      title: 'The lamp',
      cwd: '/home/dev/harbour',
      gitBranch: 'main',
      models: ['claude-opus-5-5'],
      startedAt: '2026-11-14T08:00:00.000Z',
      endedAt: '2026-11-14T08:00:00.000Z',
      counts: { messages: 8, prompts: 1, answers: 4, toolCalls: 2, subagents: 1, branches: 1 },
      redactions: {},
    })
  })

  it('holds the messages as they are stored, with fields that nobody knows', () => {
    const { messages, subagents, branches } = parse(toSource(SAMPLE_ENTRIES, SAMPLE_SUBAGENT))
    expect(messages).toEqual(
      SAMPLE_ENTRIES.filter(stored => 'uuid' in stored && /^u/.test(String(stored.uuid))),
    )
    expect(subagents).toEqual([{ agentId: 'a1', messages: SAMPLE_SUBAGENT }])
    expect(branches).toEqual([{ forkUuid: 'u1', leafUuid: 'b1', messages: [SAMPLE_ENTRIES.at(-2)] }])
  })

  it('leaves out branches and thinking where nobody asked for them', () => {
    const document = parse(toSource(SAMPLE_ENTRIES), { hasThinking: false, hasBranches: false })
    expect(document.branches).toBeUndefined()
    expect(document.messages.map((message: TranscriptEntry) => message.uuid)).toEqual([
      'u1',
      'u3',
      'u4',
      'u5',
      'u6',
      'u7',
    ])
  })

  it('is JSON that holds every message, whatever the log (law)', () => {
    const uuid = fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5')
    const line = fc.record({
      uuid,
      parentUuid: fc.option(uuid),
      isSidechain: fc.boolean(),
      type: fc.constantFrom('user', 'assistant', 'system', 'odd'),
      timestamp: fc.jsonValue(),
      message: fc.jsonValue(),
      cwd: fc.jsonValue(),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), lines => {
        // A file may hold any JSON in every field.
        const source = toSource(lines as unknown as readonly Entry[])
        const document = parse(source)
        const written = [document, ...document.subagents, ...document.branches].flatMap(
          ({ messages }) => messages,
        )
        const { messages, branches } = source.conversation
        const stored = [{ messages }, ...source.subagents, ...branches].flatMap(group => group.messages)
        expect(written).toEqual(JSON.parse(JSON.stringify(stored)))
      }),
      { numRuns: 2000 },
    )
  })

  it('writes what is nested deeper than the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const json = [...exportJson(toSource([entry('u1', null, { ...said('hi'), deep })]), EVERYTHING)].join('')
    expect(json).toContain('['.repeat(50_000))
  })
})
