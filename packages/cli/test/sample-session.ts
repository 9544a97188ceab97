import type { Entry } from '@antiphon/core'
import type { LoadedSession } from '@antiphon/host'

function entry(uuid: string, parentUuid: string | null, fields: object): Entry {
  const timestamp = `2026-11-14T08:00:${String(Number.parseInt(uuid.slice(1), 10) % 60).padStart(2, '0')}.000Z`
  return {
    uuid,
    parentUuid,
    isSidechain: false,
    sessionId: 's',
    cwd: '/home/dev',
    timestamp,
    ...fields,
  } as Entry
}

function said(content: unknown): object {
  return { type: 'user', message: { role: 'user', content } }
}

function answered(id: string, block: object, output = 5): object {
  const usage = { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 100 }
  return {
    type: 'assistant',
    message: { id, role: 'assistant', model: 'claude-opus-5-5', content: [block], usage },
  }
}

const text = (words: string): object => ({ type: 'text', text: words })
const toolUse = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input })
const toolResult = (id: string, content: unknown, isError = false): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error: isError,
})

const entries: readonly Entry[] = [
  entry('u1', null, said('Why is the lamp dark?')),
  entry(
    'u2',
    'u1',
    answered('m1', { type: 'thinking', thinking: 'one\ntwo\nthree\nfour', signature: 'x' }, 1),
  ),
  entry(
    'u3',
    'u2',
    answered(
      'm1',
      toolUse('t1', 'Task', { description: 'Look', prompt: 'look', subagent_type: 'Explore' }),
      7,
    ),
  ),
  entry('u4', null, { ...said('look'), isSidechain: true, agentId: 'a1' }),
  entry('u5', 'u4', {
    ...answered('m2', toolUse('t2', 'Read', { file_path: '/home/dev/a.ts' })),
    isSidechain: true,
    agentId: 'a1',
  }),
  entry('u6', 'u5', { ...said([toolResult('t2', 'gone', true)]), isSidechain: true, agentId: 'a1' }),
  entry('u7', 'u3', { ...said([toolResult('t1', 'Nothing found.')]), toolUseResult: { agentId: 'a1' } }),
  entry('u8', 'u7', { ...said('for the model only'), isMeta: true }),
  entry('u9', 'u8', answered('m3', text('It is **broken**.'))),
  entry('u10', 'u1', answered('m4', text('An answer that was left behind.'))),
]

// The branch is older in the file than the answer that counts.
const inFileOrder = [...entries.slice(0, 1), ...entries.slice(-1), ...entries.slice(1, -1)]

/** A prompt, a subagent, an answer, and a branch that was left behind. */
export const SAMPLE_SESSION: LoadedSession = {
  name: 'a.jsonl',
  entries: inFileOrder,
  offsets: inFileOrder.map((_, index) => index),
  damage: [],
}
