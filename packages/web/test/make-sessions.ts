import type { Entry } from '@antiphon/core'
import type { SessionRow } from '@antiphon/server/protocol'
import type { MemorySession } from './memory-sessions.ts'

/** A uuid of a number. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

/** A row with what a test cares for. */
export function makeRow(id: string, fields: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    sessionId: id,
    title: `Session ${id}`,
    titleSource: 'custom-title',
    firstPrompt: 'What is this about?',
    lastPrompt: 'And what now?',
    cwd: '/home/somebody/projects/antiphon',
    repository: 'antiphon',
    repositoryPath: '/home/somebody/projects/antiphon',
    worktree: null,
    gitBranch: 'main',
    agent: 'claude-code',
    version: '2.1.88',
    entrypoint: 'cli',
    model: 'claude-opus-5-5',
    host: null,
    person: null,
    isFetched: true,
    isOneOff: false,
    isArchiveAlone: false,
    startedAt: '2026-11-01T08:00:00.000Z',
    changedAt: '2026-11-15T08:00:00.000Z',
    bytes: 1000,
    messages: 10,
    prompts: 4,
    isLive: false,
    isStarred: false,
    isArchived: false,
    tags: [],
    problem: null,
    ...fields,
  }
}

type Block = Readonly<Record<string, unknown>>

/** Builds the entries of a log one after the other, each hanging off the one before. */
export function createLog(sessionId: string): {
  readonly entries: Entry[]
  readonly say: (text: string) => Entry
  readonly answer: (...blocks: Block[]) => Entry
  readonly result: (id: string, content: unknown, details?: unknown) => Entry
  readonly add: (fields: Block) => Entry
} {
  const entries: Entry[] = []
  let parent: string | null = null
  function add(fields: Block): Entry {
    const uuid = uuidOf(entries.length + 1)
    const timestamp = new Date(Date.UTC(2026, 10, 15, 8, 0, entries.length)).toISOString()
    const base = { uuid, parentUuid: parent, sessionId, timestamp, isSidechain: false }
    // Entries as Claude Code writes them; the page must take any shape in any case.
    const entry = { ...base, ...fields } as unknown as Entry
    parent = uuid
    entries.push(entry)
    return entry
  }
  return {
    entries,
    add,
    say: text => add({ type: 'user', message: { role: 'user', content: text } }),
    answer: (...content) =>
      add({
        type: 'assistant',
        message: { id: `m${entries.length}`, role: 'assistant', model: 'claude-opus-5-5', content },
      }),
    result: (id, content, toolUseResult) =>
      add({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
        ...(toolUseResult !== undefined && { toolUseResult }),
      }),
  }
}

/** A session of so many exchanges. */
export function makeLongSession(id: string, exchanges: number): MemorySession {
  const log = createLog(id)
  for (let number = 1; number <= exchanges; number += 1) {
    log.say(`Question ${number}: ${'why? '.repeat(number % 7)}`)
    log.answer({
      type: 'text',
      text: `Answer ${number}.\n\n${'A line of words. '.repeat((number * 7) % 40)}`,
    })
  }
  return { row: makeRow(id, { title: `A long session of ${exchanges}` }), entries: log.entries }
}

/** A conversation that left a branch behind at its second message. */
export function makeForkedLog(exchanges: number): readonly Entry[] {
  const log = createLog('forked')
  log.say('Build it')
  log.answer({ type: 'text', text: 'Like this?' })
  log.say('No, like that')
  log.answer({ type: 'text', text: 'This was left behind.' })
  log.add({ type: 'user', parentUuid: uuidOf(2), message: { role: 'user', content: 'The other way' } })
  for (let number = 0; number < exchanges; number += 1) {
    log.say(`Question ${number}`)
    log.answer({ type: 'text', text: `Answer ${number}. ${'word '.repeat(60)}` })
  }
  return log.entries
}

/** Entries as the lines of a file. */
export function toLines(entries: readonly unknown[]): string {
  return entries.map(entry => `${JSON.stringify({ cwd: '/home/me', ...(entry as object) })}\n`).join('')
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A session with something of every kind. */
export function makeRichSession(id: string): MemorySession {
  const log = createLog(id)
  log.say('Please make the list faster.\n\n- It takes *seconds*\n- See `src/list.ts`')
  log.answer({
    type: 'thinking',
    thinking: 'The list is drawn whole. I should **measure** first.',
    signature: 's',
  })
  log.answer({
    type: 'text',
    text: '# Plan\n\nFirst I look at it.\n\n```ts\nconst rows: number = 12 // rows\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSee [the docs](https://example.org/docs).',
  })
  log.answer({
    type: 'tool_use',
    id: 't1',
    name: 'Bash',
    input: { command: 'npm test', description: 'Runs the tests' },
  })
  log.result('t1', 'ok 12 tests', {
    stdout: 'ok 12 tests\n'.repeat(12),
    stderr: 'a warning',
    interrupted: false,
    isImage: false,
  })
  log.answer({
    type: 'tool_use',
    id: 't2',
    name: 'Edit',
    input: { file_path: '/home/somebody/src/list.ts', old_string: 'a', new_string: 'b' },
  })
  log.result('t2', 'The file was updated.', {
    filePath: '/home/somebody/src/list.ts',
    structuredPatch: [
      {
        oldStart: 10,
        oldLines: 3,
        newStart: 10,
        newLines: 4,
        lines: [' function draw() {', '-  all()', '+  const seen = visible()', '+  seen.forEach(one)', ' }'],
      },
    ],
  })
  log.answer({
    type: 'tool_use',
    id: 't3',
    name: 'TodoWrite',
    input: {
      todos: [
        { content: 'Measure', status: 'completed', activeForm: 'Measuring' },
        { content: 'Draw less', status: 'in_progress', activeForm: 'Drawing less' },
        { content: 'Tell', status: 'pending', activeForm: 'Telling' },
      ],
    },
  })
  log.result('t3', 'ok')
  log.answer({ type: 'tool_use', id: 't4', name: 'Read', input: { file_path: '/home/somebody/picture.png' } })
  log.result('t4', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }])
  log.answer({
    type: 'tool_use',
    id: 't5',
    name: 'Task',
    input: { description: 'Look around', prompt: 'Look around', subagent_type: 'Explore' },
  })
  log.result('t5', [{ type: 'text', text: 'Nothing found.' }], {
    status: 'completed',
    agentId: 'a1',
    content: [],
  })
  log.answer({ type: 'tool_use', id: 't6', name: 'Bash', input: { command: 'false' } })
  log.add({
    type: 'user',
    message: {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't6', is_error: true, content: 'Exit code 1\nno such file' },
      ],
    },
  })
  log.add({
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    level: 'info',
    compactMetadata: { trigger: 'auto', preTokens: 155_000 },
  })
  log.add({
    type: 'user',
    isCompactSummary: true,
    message: { role: 'user', content: 'This session continues an earlier one: the list was made faster.' },
  })
  log.say('Thanks. Anything else?')
  log.answer({ type: 'text', text: 'No, that is **all**.' })
  const agent = createLog(id)
  agent.add({
    type: 'user',
    isSidechain: true,
    agentId: 'a1',
    message: { role: 'user', content: 'Look around' },
  })
  agent.add({
    type: 'assistant',
    isSidechain: true,
    agentId: 'a1',
    message: {
      id: 'x1',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'I looked around everywhere.' }],
    },
  })
  return {
    row: makeRow(id, { title: 'Make the list faster', isLive: true, changedAt: '2026-11-15T09:30:00.000Z' }),
    entries: log.entries,
    agents: { a1: agent.entries },
  }
}
