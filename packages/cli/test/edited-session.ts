import { createStructuredPatch } from '@antiphon/core/patch'
import { createLog } from '../../web/test/make-sessions.ts'

/** A session that works on files, with what they were before and what they are behind it. */
export type EditedSession = {
  readonly entries: readonly object[]
  /** What a subagent did, for a log of its own. */
  readonly agent: { readonly id: string; readonly entries: readonly object[] }
  readonly before: Files
  readonly after: Files
}

/** Texts by their paths in the folder. */
export type Files = Readonly<Record<string, string>>

/** Three turns: an edit with a commit; a new file, a removed one and a failure; a compaction and a subagent’s edit. */
export function makeEditedSession(folder: string, sessionId: string): EditedSession {
  const state: Record<string, string> = { ...BEFORE }
  const agentId = 'a1b2c3d'
  const log = createLog(sessionId)
  const below = createLog(sessionId)
  const tool = createTools(log, folder, state)
  const add = (fields: object): void => void log.add({ cwd: folder, ...fields })
  add({
    type: 'user',
    message: { role: 'user', content: 'The horn drifts by a second each hour. Find out why and fix it.' },
  })
  tool.read('src/horn/schedule.ts')
  tool.read('src/util/interval.ts')
  tool.read('docs/only read.md')
  tool.edit(
    'src/horn/schedule.ts',
    '  let last = clock.now()\n',
    '  const origin = clock.now()\n  let count = 0\n',
  )
  tool.edit(
    'src/horn/schedule.ts',
    'clock.after(signal.every, tick)',
    'clock.after(origin + count * signal.every, tick)',
  )
  tool.run('git commit -qam "Plan blasts from a fixed origin"', '')
  tool.run("git add . && git commit -m 'Count them'", '[main a41c9e2] Count them\n 1 file changed')
  log.answer({ type: 'text', text: 'Fixed: each blast is planned from a **fixed** origin.' })
  add({ type: 'user', message: { role: 'user', content: 'Make the clock a file of its own' } })
  tool.write('src/horn/clock with a “name”.ts', 'export type Clock = {\n  now(): number\n}')
  tool.fail('npm test')
  tool.run('rm -f src/util/interval.ts', '')
  add({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' })
  add({ type: 'user', message: { role: 'user', content: 'Let somebody else look at the index' } })
  createTools(below, folder, state).edit(
    'src/index.ts',
    'export * from "./horn"',
    'export * from "./horn/schedule"',
  )
  tool.delegate('Look at the index', agentId)
  log.answer({ type: 'text', text: 'Done.' })
  return {
    entries: log.entries,
    agent: {
      id: agentId,
      entries: below.entries.map(entry => ({ ...entry, isSidechain: true, agentId, cwd: folder })),
    },
    before: BEFORE,
    after: state,
  }
}

const many = (word: string, count: number): string =>
  Array.from({ length: count }, (_, line) => `  // ${word} ${line}\n`).join('')

const BEFORE: Files = {
  'src/horn/schedule.ts': `export function startHorn(signal: Signal, clock: Clock = systemClock) {\n  let last = clock.now()\n  let timer: Timer\n${many('nothing', 40)}  timer = clock.after(signal.every, tick)\n  return () => clock.cancel(timer)\n}\n`,
  'src/util/interval.ts': 'export const interval = 15\n',
  'src/index.ts': 'export * from "./horn"\n',
  'docs/only read.md': '# Notes\n',
}

type Log = ReturnType<typeof createLog>

function createTools(log: Log, folder: string, state: Record<string, string>) {
  let calls = 0
  const call = (name: string, input: object): string => {
    calls += 1
    const id = `toolu_${log.entries.length}_${calls}`
    log.add({
      type: 'assistant',
      cwd: folder,
      message: {
        id: `m${log.entries.length}`,
        role: 'assistant',
        model: 'claude-opus-4-5-20251101',
        content: [{ type: 'tool_use', id, name, input }],
        usage: { input_tokens: 1200, output_tokens: 80, cache_read_input_tokens: 20_000 },
      },
    })
    return id
  }
  return {
    read(name: string) {
      const id = call('Read', { file_path: `${folder}/${name}` })
      const content = state[name] ?? ''
      const numLines = content.split('\n').length
      const file = { filePath: `${folder}/${name}`, content, numLines, startLine: 1, totalLines: numLines }
      log.result(id, content, { type: 'text', file })
    },
    edit(name: string, oldString: string, newString: string) {
      const path = `${folder}/${name}`
      const id = call('Edit', { file_path: path, old_string: oldString, new_string: newString })
      const originalFile = state[name] ?? ''
      state[name] = originalFile.replace(oldString, () => newString)
      const structuredPatch = createStructuredPatch(originalFile, state[name] ?? '')
      log.result(id, 'updated', { filePath: path, oldString, newString, originalFile, structuredPatch })
    },
    write(name: string, content: string) {
      const path = `${folder}/${name}`
      const id = call('Write', { file_path: path, content })
      state[name] = content
      log.result(id, 'created', { type: 'create', filePath: path, content, structuredPatch: [] })
    },
    run(command: string, stdout: string) {
      const id = call('Bash', { command })
      for (const name of Object.keys(state))
        if (command.startsWith('rm ') && command.endsWith(name)) delete state[name]
      log.result(id, stdout, { stdout, stderr: '', interrupted: false })
    },
    fail(command: string) {
      const id = call('Bash', { command })
      const block = { type: 'tool_result', tool_use_id: id, is_error: true, content: 'Exit code 1' }
      log.add({ type: 'user', message: { role: 'user', content: [block] } })
    },
    delegate(prompt: string, agentId: string) {
      const id = call('Task', { description: prompt, prompt, subagent_type: 'general-purpose' })
      log.result(id, 'Looked at.', { status: 'completed', agentId })
    },
  }
}
