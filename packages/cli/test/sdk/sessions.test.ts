import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStore, toSessionStore } from '@antiphon/transcript'
import { describe, expect, it } from 'vitest'
import { createSdkBench } from './sdk-bench.ts'

const bench = createSdkBench()

function lastPrompts(): string {
  return JSON.stringify(bench.simulator().log.all().at(-1)?.request?.messages)
}

function transcripts(): readonly string[] {
  const projects = join(bench.home(), '.claude', 'projects')
  if (!existsSync(projects)) return []
  return readdirSync(projects, { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.jsonl'))
}

describe('sessions of the official SDK', () => {
  it('are resumed in place, continued, and forked into a copy', async () => {
    await bench.script('One.', 'Two.', 'Three.', 'Four.')
    const first = await bench.run('the first prompt')
    const resumed = await bench.run('the second prompt', { resume: first.sessionId })
    expect(resumed.sessionId).toBe(first.sessionId)
    const continued = await bench.run('the third prompt', { continue: true })
    expect(continued.sessionId).toBe(first.sessionId)
    expect(transcripts()).toHaveLength(1)
    const before = readFileSync(join(bench.home(), '.claude/projects', transcripts()[0] ?? ''), 'utf8')
    const forked = await bench.run('the fourth prompt', { resume: first.sessionId, forkSession: true })
    expect(forked.sessionId).not.toBe(first.sessionId)
    for (const word of ['first', 'second', 'third', 'fourth'])
      expect(lastPrompts()).toContain(`the ${word} prompt`)
    expect(transcripts()).toHaveLength(2)
    const original = transcripts().find(name => name.includes(first.sessionId)) ?? ''
    expect(readFileSync(join(bench.home(), '.claude/projects', original), 'utf8')).toBe(before)
    expect(
      bench
        .simulator()
        .log.all()
        .flatMap(({ refusal }) => refusal ?? []),
    ).toEqual([])
  })

  it('get the id that the host wants, and are not stored where it wants none', async () => {
    await bench.script('One.', 'Two.')
    const sessionId = randomUUID()
    const { messages } = await bench.run('hi', { sessionId })
    expect(new Set(messages.map(({ session_id }) => session_id))).toEqual(new Set([sessionId]))
    expect(transcripts().map(name => name.includes(sessionId))).toEqual([true])
    await bench.run('hi', { persistSession: false })
    expect(transcripts()).toHaveLength(1)
  })

  it('that nobody knows give an error, not a new session', async () => {
    await bench.script('never')
    const { error, results } = await bench.run('hi', { resume: randomUUID() })
    expect(error?.message).toMatch(/session/i)
    expect(results.every(result => result.is_error)).toBe(true)
    expect(bench.simulator().log.all()).toEqual([])
  })

  it('are mirrored into a store, and go on from it when no file is left', async () => {
    await bench.script(
      { calls: [{ name: 'Bash', input: { command: 'echo mirrored' }, id: 'toolu_1' }] },
      'One.',
      'Two.',
      'Three.',
    )
    const sessionStore = toSessionStore(createMemoryStore())
    // The SDK takes only what lies in its own folder of sessions, which its own environment names.
    const env = { CLAUDE_CONFIG_DIR: join(bench.home(), '.claude') }
    const first = await bench.run('the first prompt', { env, sessionStore, allowedTools: ['Bash'] })
    expect(first.error).toBe(null)
    expect(first.messages.filter(({ subtype }) => subtype === 'mirror_error')).toEqual([])
    rmSync(bench.home(), { recursive: true, force: true })
    const resumed = await bench.run('the second prompt', { env, sessionStore, resume: first.sessionId })
    expect(resumed.error).toBe(null)
    expect(resumed.sessionId).toBe(first.sessionId)
    expect(lastPrompts()).toContain('mirrored')
    rmSync(bench.home(), { recursive: true, force: true })
    await bench.run('the third prompt', { env, sessionStore, resume: first.sessionId })
    for (const word of ['first', 'second', 'third']) expect(lastPrompts()).toContain(`the ${word} prompt`)
    expect(
      bench
        .simulator()
        .log.all()
        .flatMap(({ refusal }) => refusal ?? []),
    ).toEqual([])
  })

  it('that are forked take their past into the store', async () => {
    await bench.script('One.', 'Two.', 'Three.')
    const sessionStore = toSessionStore(createMemoryStore())
    const env = { CLAUDE_CONFIG_DIR: join(bench.home(), '.claude') }
    const first = await bench.run('the first prompt', { env, sessionStore })
    const forked = await bench.run('the second prompt', {
      ...{ env, sessionStore, resume: first.sessionId, forkSession: true },
    })
    expect(forked.error).toBe(null)
    expect(forked.sessionId).not.toBe(first.sessionId)
    rmSync(bench.home(), { recursive: true, force: true })
    await bench.run('the third prompt', { env, sessionStore, resume: forked.sessionId })
    for (const word of ['first', 'second', 'third']) expect(lastPrompts()).toContain(`the ${word} prompt`)
  })

  it('keep their agents in the store, too', async () => {
    await bench.script(
      {
        calls: [
          {
            name: 'Task',
            id: 'toolu_agent',
            input: { description: 'look', prompt: 'look around', subagent_type: 'general-purpose' },
          },
        ],
      },
      'The agent has looked.',
      'One.',
    )
    const store = createMemoryStore()
    const { sessionId, error } = await bench.run('the first prompt', {
      env: { CLAUDE_CONFIG_DIR: join(bench.home(), '.claude') },
      sessionStore: toSessionStore(store),
    })
    expect(error).toBe(null)
    const keys = []
    for await (const { key } of store.list()) keys.push(key)
    expect(keys.map(({ session, subpath }) => [session, subpath !== undefined]).sort()).toEqual([
      [sessionId, false],
      [sessionId, true],
    ])
  })
})
