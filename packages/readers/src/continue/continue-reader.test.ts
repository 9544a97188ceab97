import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshAgents } from '../copy/refresh-agents.ts'
import {
  type AgentSample,
  listCopies,
  readBlocks,
  readEntries,
  testReader,
} from '../testing/reader-contract.ts'
import { type AgentHome, createAgentHome } from '../testing/samples.ts'

const call = (id: string, name: string, args: object) => ({
  ...{ id, type: 'function' },
  function: { name, arguments: JSON.stringify(args) },
})
const state = (toolCall: { readonly id: string }, status: string, ...output: readonly string[]) => ({
  ...{ toolCallId: toolCall.id, toolCall, status, parsedArgs: {} },
  output: output.map(content => ({ name: 'Output', description: '', content })),
})
const usage = (promptTokens: number, completionTokens: number, cachedTokens = 0) => ({
  ...{ promptTokens, completionTokens },
  promptTokensDetails: { cachedTokens, cacheWriteTokens: 5 },
})
const list = call('call_1', 'Bash', { command: 'ls' })
const edit = call('call_2', 'single_find_and_replace', { filepath: 'a.ts', old_string: 'x', new_string: 'y' })

/** As the program's own types have a session; nobody gave us one of theirs. */
const SESSION = {
  sessionId: 'c0ffee00-0000-4000-8000-000000000001',
  title: 'Change x',
  workspaceDirectory: 'file:///home/dev/my%20project',
  history: [
    { message: { role: 'system', content: 'You are an agent.' }, contextItems: [] },
    {
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'Change x' },
          { type: 'imageUrl', imageUrl: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
      contextItems: [{ id: '1', name: 'a.ts', description: 'a file', content: 'x' }],
    },
    {
      message: {
        role: 'assistant',
        content: 'I look.',
        toolCalls: [list, edit],
        usage: usage(1_000, 20, 900),
      },
      ...{ contextItems: [], reasoning: { active: false, text: 'Hm.', startAt: 1, endAt: 2 } },
      toolCallStates: [state(list, 'done', 'a.ts', 'b.ts'), state(edit, 'canceled')],
    },
    { message: { role: 'tool', content: 'a.ts', toolCallId: 'call_1' }, contextItems: [] },
    {
      message: { role: 'assistant', content: 'Done.', usage: usage(1_100, 7, 1_000) },
      ...{ contextItems: [], conversationSummary: 'x was to become y.' },
    },
    { message: { role: 'user', content: 'Thanks' }, contextItems: [] },
  ],
  ...{ mode: 'agent', chatModelTitle: 'Claude Sonnet', usage: { ...usage(9, 9), totalCost: 0.1 } },
}

const sample = (name: string, session: object, counts: AgentSample['counts']): AgentSample => ({
  ...{ name, counts },
  files: {
    [`.continue/sessions/${name}.json`]: JSON.stringify(session),
    '.continue/sessions/sessions.json': '[]',
  },
})

describe('Continue', () => {
  testReader({
    agent: 'continue',
    isAppended: false,
    samples: [
      sample('with tokens of answers', SESSION, {
        ...{ prompts: 2, calls: 2, results: 2 },
        usage: { input: 1_000 - 900 - 5 + 1_100 - 1_000 - 5, cacheRead: 1_900, cacheWrite: 10, output: 27 },
      }),
      sample(
        'with totals only',
        {
          ...SESSION,
          usage: { ...usage(500, 50, 100), totalCost: 1 },
          history: SESSION.history.map(item => ({ ...item, message: { ...item.message, usage: undefined } })),
        },
        { calls: 2, usage: { input: 395, cacheRead: 100, cacheWrite: 5, output: 50 } },
      ),
    ],
  })
})

describe('a session of Continue', () => {
  let place: AgentHome
  beforeEach(() => {
    place = createAgentHome()
  })
  afterEach(() => place.remove())

  it('has its calls as ours, its directory as a path, and passes on what it does not know', async () => {
    const odd = { message: { role: 'of_the_future', content: '?' }, contextItems: [] }
    place.write(
      '.continue/sessions/s.json',
      JSON.stringify({ ...SESSION, history: [...SESSION.history, odd] }),
    )
    await refreshAgents({ env: {}, home: place.home, folder: place.folder, agents: ['continue'] })
    const [copy = ''] = listCopies(place.folder)
    const entries = readEntries(readFileSync(copy))
    expect(entries[0]).toMatchObject({ cwd: '/home/dev/my project' })
    expect(readBlocks(entries, 'tool_use')).toMatchObject([
      { name: 'Bash', input: { command: 'ls' } },
      { name: 'Edit', input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' } },
    ])
    expect(readBlocks(entries, 'tool_result')).toMatchObject([
      { tool_use_id: 'call_1', content: 'a.ts\n\nb.ts' },
      { tool_use_id: 'call_2', is_error: true },
    ])
    expect(entries).toContainEqual(expect.objectContaining({ subtype: 'compact_boundary' }))
    expect(entries.at(-1)).toMatchObject({ type: 'agent-line', raw: odd })
  })
})
