import { readFileSync } from 'node:fs'
import type { ForeignAgent } from '@antiphon/core/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import { listCopies, readBlocks, readEntries } from '../testing/reader-contract.ts'
import { type AgentHome, createAgentHome } from '../testing/samples.ts'

type Entries = ReturnType<typeof readEntries>

describe('calls and results of other agents', () => {
  let place: AgentHome
  beforeEach(() => {
    place = createAgentHome()
  })
  afterEach(() => place.remove())

  const read = async (agent: ForeignAgent, path: string, lines: readonly object[]): Promise<Entries> => {
    place.write(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    await refreshAgents({ env: {}, home: place.home, folder: place.folder, agents: [agent] })
    return listCopies(place.folder).flatMap(copy => readEntries(readFileSync(copy)))
  }
  const readPi = (...messages: readonly object[]): Promise<Entries> =>
    read('pi', '.pi/agent/sessions/--x--/1_s.jsonl', [
      { type: 'session', id: 's', version: 3, cwd: '/x', timestamp: '2026-08-01T00:00:00.000Z' },
      ...messages.map((message, index) => ({
        ...{ type: 'message', id: `0000000${index}`, parentId: index === 0 ? null : `0000000${index - 1}` },
        timestamp: '2026-08-01T00:00:01.000Z',
        message,
      })),
    ])
  const readDroid = (...messages: readonly object[]): Promise<Entries> =>
    read('droid', '.factory/sessions/-x/s.jsonl', [
      { type: 'session_start', id: 's', cwd: '/x' },
      ...messages.map((message, index) => ({ type: 'message', id: `m${index}`, message })),
    ])
  const call = (id: string): object => ({ type: 'tool_use', id, name: 'Read', input: {} })
  const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` })
  const untouched = (entries: Entries): readonly unknown[] =>
    entries.filter(({ type }) => type === 'agent-line').map(({ raw }) => raw)

  it.each(['constructor', '__proto__', 'toString'])('may have the id %s', async id => {
    const entries = await readPi(
      { role: 'assistant', content: [{ type: 'toolCall', id, name: 'bash', arguments: { command: 'ls' } }] },
      { role: 'toolResult', toolCallId: id, content: [{ type: 'text', text: 'done' }] },
    )
    expect(readBlocks(entries, 'tool_result')).toMatchObject([{ tool_use_id: id }])
  })

  it('passes on a result whose call is not there', async () => {
    const entries = await readPi({ role: 'toolResult', toolCallId: 'gone', content: 'kept' })
    expect(untouched(entries)).toEqual([expect.stringContaining('kept')])
  })

  it('never gives a result to another call than the one it names', async () => {
    const entries = await readDroid(
      { role: 'assistant', content: [call('one')] },
      { role: 'user', content: [result('other'), result('one')] },
    )
    expect(readBlocks(entries, 'tool_result')).toMatchObject([{ tool_use_id: 'one', content: 'of one' }])
    expect(untouched(entries)).toEqual([result('other')])
  })

  it('passes on blocks of kinds that it does not know', async () => {
    const [ours, theirs] = [
      { type: 'redacted_thinking', data: 'x' },
      { type: 'hologram', size: 3 },
    ]
    const entries = await readDroid(
      { role: 'assistant', content: [ours, { type: 'text', text: 'yes' }] },
      { role: 'user', content: [theirs, { type: 'text', text: 'see' }] },
    )
    expect(untouched(entries)).toEqual([ours, theirs])
  })
})
