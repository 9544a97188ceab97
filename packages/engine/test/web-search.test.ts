import type { ContentBlock } from '@antiphon/contract'
import type { Answer, ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { createTaskTool } from '../src/built-in-tools/session/task-tool.ts'
import { createToolbox, decidePermission, type QueryEngineOptions } from '../src/index.ts'
import { selectServerTools } from '../src/tool/select-server-tools.ts'
import {
  createEngineKit,
  createTestTools,
  type EngineKit,
  findBreaks,
  readEntries,
  refusals,
  run,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const CALL = {
  type: 'server_tool_use',
  id: 'srvtoolu_01tides',
  name: 'web_search',
  input: { query: 'high tide today' },
} as const
const FOUND = {
  type: 'web_search_tool_result',
  tool_use_id: CALL.id,
  content: [
    {
      type: 'web_search_result',
      url: 'https://tides.example/today',
      title: 'Tides',
      encrypted_content: 'EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5',
      page_age: '2 days ago',
    },
  ],
} as const
const CITED = {
  type: 'text',
  text: 'High tide is at nine.',
  citations: [
    {
      type: 'web_search_result_location',
      url: 'https://tides.example/today',
      title: 'Tides',
      encrypted_index: 'Eo8BCioIAhgBIiQyYjQ0OWJmZi1lNm',
      cited_text: 'High at nine.',
    },
  ],
} as const
const FAILED = {
  type: 'web_search_tool_result',
  tool_use_id: CALL.id,
  content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
} as const

function answer(blocks: readonly object[], stopReason?: string): Answer {
  // The blocks are those of the API, as they come.
  const known = blocks as readonly ContentBlock[]
  return { blocks: known, ...(stopReason !== undefined && { stopReason }) }
}

async function open(replies: readonly ScriptReply[], allow: readonly string[] = ['WebSearch', 'Task']) {
  kit = await createEngineKit(replies)
  return { kit, session: await kit.open(withSearch(kit, allow)) }
}

function withSearch({ folder }: EngineKit, allow: readonly string[]): Partial<QueryEngineOptions> {
  const permissions = {
    mode: 'acceptEdits' as const,
    rules: { allow: [...allow, 'Echo'], deny: [], ask: [] },
    additionalDirectories: [],
    decide: decidePermission,
    ask: null,
  }
  const serverTools = selectServerTools({
    platform: 'anthropic',
    permissions: { ...permissions, cwd: folder, home: folder },
  })
  return { permissions, toolbox: createToolbox([...createTestTools(), createTaskTool()], serverTools) }
}

const requestAt = (index: number) => kit?.simulator.log.all()[index]?.request
const sentBlocks = (index: number): readonly unknown[] =>
  (requestAt(index)?.messages ?? []).flatMap(({ content }) => (typeof content === 'string' ? [] : content))
const offers = (index: number): boolean => JSON.stringify(requestAt(index)?.tools).includes('web_search')

describe('a search that the API runs', () => {
  it('passes through the loop, the next request, the log and a session that goes on, untouched', async () => {
    const { kit, session } = await open([
      answer([{ type: 'text', text: 'Let me look.' }, CALL, FOUND, CITED]),
      'You are welcome.',
      'Still nine.',
    ])
    expect((await run(session.engine, 'when is high tide?')).result.text).toContain('at nine')
    expect(offers(0)).toBe(true)
    expect((await run(session.engine, 'thanks')).result.text).toBe('You are welcome.')
    expect(sentBlocks(1)).toEqual(expect.arrayContaining([CALL, FOUND, CITED]))
    await session.close()
    const logged = (await readEntries(kit)).flatMap(({ message }) =>
      message !== null && typeof message === 'object' && 'content' in message ? message.content : [],
    )
    expect(logged).toEqual(expect.arrayContaining([CALL, FOUND, CITED]))
    const again = await kit.open(withSearch(kit, ['WebSearch']))
    expect((await run(again.engine, 'sure?')).result.text).toBe('Still nine.')
    expect(sentBlocks(2)).toEqual(expect.arrayContaining([CALL, FOUND, CITED]))
    expect(findBreaks(kit.simulator.log.all())).toEqual([])
    expect(refusals(kit.simulator)).toEqual([])
    await again.close()
  })

  it('may stand beside a call of ours', async () => {
    const ours = { type: 'tool_use', id: 'toolu_01echo', name: 'Echo', input: { text: 'hi' } }
    const { kit, session } = await open([answer([CALL, FOUND, ours], 'tool_use'), 'Done.'])
    expect((await run(session.engine, 'go')).result.text).toBe('Done.')
    expect(sentBlocks(1)).toEqual(expect.arrayContaining([CALL, FOUND]))
    expect(JSON.stringify(sentBlocks(1).at(-1))).toContain('echo: hi')
    expect(refusals(kit.simulator)).toEqual([])
    await session.close()
  })

  it('goes on where the API paused in it', async () => {
    const { kit, session } = await open([answer([CALL], 'pause_turn'), answer([FOUND, CITED]), 'Bye.'])
    expect((await run(session.engine, 'go')).result.text).toContain('at nine')
    await run(session.engine, 'thanks')
    expect(sentBlocks(2)).toEqual(expect.arrayContaining([CALL, FOUND, CITED]))
    expect(refusals(kit.simulator)).toEqual([])
    await session.close()
  })

  it('may fail', async () => {
    const { kit, session } = await open([
      answer([CALL, FAILED, { type: 'text', text: 'No more searches.' }]),
      'Bye.',
    ])
    await run(session.engine, 'go')
    await run(session.engine, 'thanks')
    expect(sentBlocks(1)).toEqual(expect.arrayContaining([CALL, FAILED]))
    expect(refusals(kit.simulator)).toEqual([])
    await session.close()
  })

  it('is offered to subagents too, and to nobody where no rule allows it', async () => {
    const task = { name: 'Task', input: { description: 'd', prompt: 'p', subagent_type: 'general-purpose' } }
    const { kit, session } = await open([{ calls: [task] }, 'Found.', 'Done.'])
    await run(session.engine, 'go')
    expect([offers(0), offers(1), offers(2)]).toEqual([true, true, true])
    await session.close()
    await kit.close()
    const without = await open(['Hello.'], [])
    await run(without.session.engine, 'go')
    expect(offers(0)).toBe(false)
    await without.session.close()
  })
})
