import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk'
import type { JsonObject } from '@antiphon/contract'
import type { Answer, ScriptReply } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createSdkBench, say, textsOf, toolResultsOf } from './sdk-bench.ts'
import type { SdkMessage } from './sdk-types.ts'

const bench = createSdkBench()

function put(name: string, text: string): void {
  const path = join(bench.folder(), name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

describe('what the official SDK adds to the agent', () => {
  it('agents: one is started, works under its call, and its answer is the result', async () => {
    await bench.script(
      {
        calls: [
          {
            name: 'Task',
            id: 'toolu_agent',
            input: { description: 'count', prompt: 'count the files', subagent_type: 'counter' },
          },
        ],
      },
      { calls: [{ name: 'Bash', id: 'toolu_inner', input: { command: 'ls | wc -l' } }] },
      'There are none.',
      'The counter says none.',
    )
    const { messages, results, error } = await bench.run('go', {
      allowedTools: ['Bash', 'Task'],
      agents: {
        counter: { description: 'Counts files.', prompt: 'You count files.', tools: ['Bash'] },
      },
    })
    expect(error).toBe(null)
    expect(messages.find(({ subtype }) => subtype === 'init')?.agents).toContain('counter')
    const requests = bench.simulator().log.all()
    expect(JSON.stringify(requests[1]?.request?.system)).toContain('You count files.')
    expect(requests[1]?.request?.tools?.map(tool => ('name' in tool ? tool.name : ''))).toEqual(['Bash'])
    const inner = messages.filter(({ parent_tool_use_id: parent }) => parent === 'toolu_agent')
    expect(toolResultsOf(inner).map(({ tool_use_id }) => tool_use_id)).toEqual(['toolu_inner'])
    expect(JSON.stringify(toolResultsOf(messages).at(-1))).toContain('There are none.')
    expect(results).toMatchObject([{ subtype: 'success', result: 'The counter says none.' }])
  })

  it('agents in the background: their questions are answered after the turn has ended, and they report', async () => {
    const task = {
      description: 'look',
      prompt: 'look around',
      subagent_type: 'general-purpose',
      run_in_background: true,
    }
    const answers = {
      main: [
        { calls: [{ name: 'Task', id: 'toolu_agent', input: task }] },
        'It works for us.',
        'It is done.',
      ],
      agent: [
        { calls: [{ name: 'Bash', id: 'toolu_inner', input: { command: 'touch made' } }] },
        'I made it.',
      ],
    }
    let sayIsOver = (): void => {}
    const isOver = new Promise<void>(resolve => {
      sayIsOver = resolve
    })
    // The agent goes on only when the turn that started it has its answer.
    const reply: ScriptReply = async request => {
      const isAgent = !JSON.stringify(request.messages[0]).includes('the prompt')
      if (isAgent) await isOver
      const next = answers[isAgent ? 'agent' : 'main'].shift() ?? 'No more.'
      if (next === 'It works for us.') sayIsOver()
      return toAnswer(next)
    }
    await bench.script(...Array(5).fill(reply))
    const asked: string[] = []
    const { messages, results, error } = await bench.run('the prompt', {
      canUseTool: async (name: string, input: object) => {
        asked.push(name)
        return { behavior: 'allow', updatedInput: input }
      },
    })
    expect(error).toBe(null)
    expect(asked).toEqual(['Bash'])
    expect(existsSync(join(bench.folder(), 'made'))).toBe(true)
    expect(messages.map(({ subtype }) => subtype)).toContain('task_notification')
    expect(results.map(({ result }) => result)).toEqual(['It works for us.', 'It is done.'])
  })

  it('settings: of the files that it names, and of its own', async () => {
    put('.claude/settings.json', JSON.stringify({ permissions: { allow: ['Bash(touch:*)'] } }))
    put('CLAUDE.md', 'Answer in verse.')
    put('.claude/agents/poet.md', '---\nname: poet\ndescription: Writes verse.\n---\nYou write verse.\n')
    put('.claude/skills/rhyme/SKILL.md', '---\nname: rhyme\ndescription: Finds rhymes.\n---\nRhyme.\n')
    const call = { calls: [{ name: 'Bash', input: { command: 'touch made' } }] }
    await bench.script(call, 'One.', call, 'Two.', call, 'Three.')
    const without = await bench.run('go', { settingSources: [] })
    const withProject = await bench.run('go', { settingSources: ['project'] })
    const withOwn = await bench.run('go', {
      settingSources: [],
      settings: { permissions: { allow: ['Bash(touch:*)'] } },
    })
    const refused = [without, withProject, withOwn].map(
      ({ results }) => results[0]?.permission_denials.length,
    )
    expect(refused).toEqual([1, 0, 0])
    const inits = [without, withProject, withOwn].map(({ messages }) => messages[0])
    expect(inits.map(init => init?.agents.includes('poet'))).toEqual([false, true, false])
    expect(inits.map(init => init?.skills.includes('rhyme'))).toEqual([false, true, false])
    const first = bench
      .simulator()
      .log.all()
      .map(({ request }) => JSON.stringify(request?.messages))
    expect(first.map(request => request.includes('Answer in verse.'))).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('tools: those it names, and none that it forbids', async () => {
    await bench.script('One.')
    const { messages } = await bench.run('go', { tools: ['Read', 'Bash', 'Edit'], disallowedTools: ['Edit'] })
    const tools = messages.find(({ subtype }) => subtype === 'init')?.tools
    expect(tools).toEqual(['Read', 'Bash'])
    expect(
      bench
        .simulator()
        .log.all()[0]
        ?.request?.tools?.map(tool => ('name' in tool ? tool.name : '')),
    ).toEqual(tools)
  })

  it('an MCP server in its own process: its tools are called there', async () => {
    await bench.script(
      { calls: [{ name: 'mcp__calc__add', id: 'toolu_add', input: { a: 2, b: 3 } }] },
      { calls: [{ name: 'mcp__calc__fail', id: 'toolu_fail', input: {} }] },
      'Five, and a failure.',
    )
    const called: unknown[] = []
    const calc = createSdkMcpServer({
      name: 'calc',
      tools: [
        tool('add', 'adds', { a: z.number(), b: z.number() }, async input => {
          called.push(input)
          return { content: [{ type: 'text', text: String(Number(input.a) + Number(input.b)) }] }
        }),
        tool('fail', 'fails', {}, async () => {
          throw new Error('out of order')
        }),
      ],
    })
    async function* prompts(): AsyncGenerator<ReturnType<typeof say>> {
      yield say('go')
    }
    const { messages, results } = await bench.run(prompts(), {
      mcpServers: { calc },
      allowedTools: ['mcp__calc__add', 'mcp__calc__fail'],
    })
    expect(called).toEqual([{ a: 2, b: 3 }])
    expect(messages.find(({ subtype }) => subtype === 'init')).toMatchObject({
      tools: expect.arrayContaining(['mcp__calc__add', 'mcp__calc__fail']),
      mcp_servers: [{ name: 'calc', status: 'connected' }],
    })
    expect(summarize(messages)).toEqual([
      ['toolu_add', false, expect.stringContaining('5')],
      ['toolu_fail', true, expect.stringContaining('out of order')],
    ])
    expect(textsOf(messages)).toEqual(['Five, and a failure.'])
    expect(results).toHaveLength(1)
  })

  it('an MCP server as a process: its state is told, and one that does not start stops nothing', async () => {
    await bench.script('One.')
    const { messages, results } = await bench.run('go', {
      mcpServers: { broken: { type: 'stdio', command: 'there-is-no-such-program' } },
    })
    expect(messages.find(({ subtype }) => subtype === 'init')?.mcp_servers).toMatchObject([
      { name: 'broken', status: 'failed' },
    ])
    expect(results).toMatchObject([{ result: 'One.' }])
  })
})

function toAnswer(
  reply:
    | string
    | {
        readonly calls: readonly { readonly name: string; readonly id: string; readonly input: JsonObject }[]
      },
): Answer {
  return typeof reply === 'string'
    ? { blocks: [{ type: 'text', text: reply }] }
    : { blocks: reply.calls.map(call => ({ type: 'tool_use', ...call })) }
}

function summarize(messages: readonly SdkMessage[]): readonly unknown[] {
  return toolResultsOf(messages).map(({ tool_use_id: id, is_error: isError, content }) => [
    id,
    isError ?? false,
    JSON.stringify(content),
  ])
}
