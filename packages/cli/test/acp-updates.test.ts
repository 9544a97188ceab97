import { Readable } from 'node:stream'
import type { WireEvent } from '@antiphon/core'
import { CORPUS, corpusPath, isForeignToCorpus } from '@antiphon/core/testing/corpus'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUpdateTeller } from '../../host/src/acp/create-update-teller.ts'
import { readStoredEvents } from '../../host/src/acp/serve/stored-sessions.ts'
import { createAcpJudge } from './acp-judge.ts'

const IO = { stdin: Readable.from([]), signal: new AbortController().signal }
const SHOWS = { notices: true, compaction: true }

/** What the protocol's schema finds wrong with the updates of some events. */
function judge(events: readonly WireEvent[], isReplay: boolean) {
  const teller = createUpdateTeller({ cwd: '/work', shows: SHOWS, isReplay })
  const acp = createAcpJudge()
  const updates = [...events.flatMap(event => teller.toUpdates(event)), ...teller.endCalls()]
  for (const update of updates)
    acp.take('agent', { method: 'session/update', params: { sessionId: 's', update } })
  return { problems: acp.problems, updates }
}

describe('the updates of a stored session', () => {
  const files = CORPUS.filter(name => !isForeignToCorpus(name)).filter(
    (_, index) => process.env.SOAK || index % 3 === 0,
  )
  it.each(files)('%s: are the protocol’s, and end every call that they begin', async name => {
    const events = await readStoredEvents(corpusPath(name), IO).catch(error => {
      // A log of nothing but damage is no session.
      expect(String(error)).toMatch(/no session|empty/)
      return []
    })
    const { problems, updates } = judge(events, true)
    expect(problems).toEqual([])
    const open = new Map<string, unknown>()
    for (const update of updates) if ('toolCallId' in update) open.set(update.toolCallId, update.status)
    expect([...open.values()].every(status => status === 'completed' || status === 'failed')).toBe(true)
  })
})

describe('the updates of any event', () => {
  const block = fc.record(
    {
      type: fc.constantFrom('text', 'thinking', 'tool_use', 'tool_result', 'image', 'odd'),
      text: fc.anything(),
      thinking: fc.anything(),
      id: fc.constantFrom('a', 'b', 7),
      tool_use_id: fc.constantFrom('a', 'b', null),
      name: fc.constantFrom('Edit', 'MultiEdit', 'Write', 'Bash', 'TodoWrite', 'ExitPlanMode', '', 3),
      input: fc.oneof(
        fc.record({
          file_path: fc.anything(),
          old_string: fc.anything(),
          todos: fc.anything(),
          edits: fc.anything(),
        }),
        fc.anything(),
      ),
      content: fc.anything(),
      is_error: fc.anything(),
      source: fc.anything(),
    },
    { requiredKeys: ['type'] },
  )
  const event = fc.record(
    {
      type: fc.constantFrom('assistant', 'user', 'system', 'stream_event', 'tool_progress', 'result', 'odd'),
      subtype: fc.constantFrom(
        'informational',
        'local_command_output',
        'status',
        'compact_boundary',
        'api_retry',
      ),
      message: fc.oneof(
        fc.record({ content: fc.oneof(fc.array(block), fc.string(), fc.anything()) }),
        fc.anything(),
      ),
      event: fc.anything(),
      content: fc.anything(),
      status: fc.constantFrom('compacting', null),
      tool_use_id: fc.constantFrom('a', 'b'),
      tool_use_result: fc.oneof(
        fc.record({
          filePath: fc.anything(),
          structuredPatch: fc.anything(),
          type: fc.constantFrom('create', 'x'),
        }),
        fc.anything(),
      ),
      parent_tool_use_id: fc.constantFrom(null, 'a'),
    },
    { requiredKeys: ['type'] },
  )

  it('are the protocol’s, whatever an agent says', () => {
    // What comes over a wire or out of a log is JSON.
    const anything = fc.array(event).map(events => JSON.parse(JSON.stringify(events)) as readonly WireEvent[])
    fc.assert(
      fc.property(anything, fc.boolean(), (events, isReplay) => {
        expect(judge(events, isReplay).problems).toEqual([])
      }),
    )
  })
})
