import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { createSdkBench, textsOf, toolResultsOf } from './sdk-bench.ts'

const bench = createSdkBench()

type Heard = Readonly<Record<string, unknown>> & { readonly hook_event_name: string }

const bash = (command: string, id: string): ScriptReply => ({
  calls: [{ name: 'Bash', input: { command }, id }],
})

describe('hooks of the official SDK', () => {
  it('hear of all that happens in a turn, in order, with what they need', async () => {
    await bench.script(bash('echo hi', 'toolu_1'), 'Done.')
    const heard: Heard[] = []
    const listen = async (input: Heard): Promise<object> => {
      heard.push(input)
      return {}
    }
    const hear = [{ hooks: [listen] }]
    const { sessionId, error } = await bench.run('go', {
      allowedTools: ['Bash'],
      hooks: {
        SessionStart: hear,
        UserPromptSubmit: hear,
        PreToolUse: hear,
        PostToolUse: hear,
        PostToolUseFailure: hear,
        Stop: hear,
        SessionEnd: hear,
      },
    })
    expect(error).toBe(null)
    expect(heard.map(({ hook_event_name: name }) => name).filter(name => name !== 'SessionEnd')).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'Stop',
    ])
    for (const input of heard)
      expect(input).toMatchObject({
        session_id: sessionId,
        cwd: bench.folder(),
        transcript_path: expect.stringMatching(/\.jsonl$/),
      })
    expect(heard[0]).toMatchObject({ source: 'startup' })
    expect(heard[1]).toMatchObject({ prompt: 'go' })
    expect(heard[2]).toMatchObject({
      tool_name: 'Bash',
      tool_input: { command: 'echo hi' },
      tool_use_id: 'toolu_1',
    })
    expect(heard[3]).toMatchObject({ tool_name: 'Bash', tool_response: { stdout: 'hi' } })
    expect(heard[4]).toMatchObject({ stop_hook_active: false })
  })

  it('deny a call, allow one that nobody allowed, and change one before it runs', async () => {
    await bench.script(
      bash('touch one', 'toolu_1'),
      bash('touch two', 'toolu_2'),
      bash('touch three', 'toolu_3'),
      'Done.',
    )
    const { messages, results } = await bench.run('go', {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              async ({ tool_input: { command } }: { tool_input: { command: string } }) => ({
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  ...(command === 'touch one' && {
                    permissionDecision: 'deny',
                    permissionDecisionReason: 'one is taken',
                  }),
                  ...(command === 'touch two' && { permissionDecision: 'allow' }),
                  ...(command === 'touch three' && {
                    permissionDecision: 'allow',
                    updatedInput: { command: 'touch four' },
                  }),
                },
              }),
            ],
          },
          { matcher: 'Write', hooks: [async () => Promise.reject(new Error('not for Bash'))] },
        ],
      },
    })
    const made = ['one', 'two', 'three', 'four'].filter(name => existsSync(join(bench.folder(), name)))
    expect(made).toEqual(['two', 'four'])
    expect(JSON.stringify(toolResultsOf(messages)[0])).toContain('one is taken')
    expect(results[0]).toMatchObject({ subtype: 'success', result: 'Done.' })
  })

  it('add to what the model reads, after a prompt and after a call', async () => {
    await bench.script(bash('echo hi', 'toolu_1'), 'Done.')
    await bench.run('go', {
      allowedTools: ['Bash'],
      hooks: {
        UserPromptSubmit: [
          {
            hooks: [
              async () => ({
                hookSpecificOutput: {
                  hookEventName: 'UserPromptSubmit',
                  additionalContext: 'today is Sunday',
                },
              }),
            ],
          },
        ],
        PostToolUse: [
          {
            hooks: [
              async () => ({
                hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'the lint is clean' },
              }),
            ],
          },
        ],
      },
    })
    const [first, second] = bench
      .simulator()
      .log.all()
      .map(({ request }) => JSON.stringify(request?.messages))
    expect(first).toContain('today is Sunday')
    expect(first).not.toContain('the lint is clean')
    expect(second).toContain('the lint is clean')
  })

  it('hear of a call that fails, and of an agent that begins and ends', async () => {
    await bench.script(
      bash('exit 3', 'toolu_1'),
      {
        calls: [
          {
            name: 'Task',
            id: 'toolu_2',
            input: { description: 'look', prompt: 'look around', subagent_type: 'general-purpose' },
          },
        ],
      },
      'Seen.',
      'Done.',
    )
    const heard: Heard[] = []
    const listen = async (input: Heard): Promise<object> => {
      heard.push(input)
      return {}
    }
    const events = ['PostToolUse', 'PostToolUseFailure', 'SubagentStart', 'SubagentStop', 'Stop']
    await bench.run('go', {
      allowedTools: ['Bash'],
      hooks: Object.fromEntries(events.map(event => [event, [{ hooks: [listen] }]])),
    })
    expect(heard.map(({ hook_event_name: name, tool_name: tool }) => [name, tool ?? null])).toEqual([
      ['PostToolUseFailure', 'Bash'],
      ['SubagentStart', null],
      ['SubagentStop', null],
      ['PostToolUse', 'Task'],
      ['Stop', null],
    ])
    expect(heard[1]).toMatchObject({ agent_type: 'general-purpose', agent_id: heard[2]?.agent_id })
  })

  it('end the turn where they say so', async () => {
    await bench.script(bash('echo hi', 'toolu_1'), 'never said')
    const { results } = await bench.run('go', {
      allowedTools: ['Bash'],
      hooks: { PostToolUse: [{ hooks: [async () => ({ continue: false, stopReason: 'enough' })] }] },
    })
    expect(bench.simulator().log.all()).toHaveLength(1)
    expect(results).toHaveLength(1)
  })

  it('make the agent go on when it wants to stop, once', async () => {
    await bench.script('I am done.', 'Now really.')
    const active: unknown[] = []
    const { messages, results } = await bench.run('go', {
      hooks: {
        Stop: [
          {
            hooks: [
              async ({ stop_hook_active: isActive }: { stop_hook_active: boolean }) => {
                active.push(isActive)
                return isActive ? {} : { decision: 'block', reason: 'run the tests first' }
              },
            ],
          },
        ],
      },
    })
    expect(active).toEqual([false, true])
    expect(textsOf(messages)).toEqual(['I am done.', 'Now really.'])
    expect(results).toHaveLength(1)
    expect(JSON.stringify(bench.simulator().log.all()[1]?.request?.messages)).toContain('run the tests first')
  })

  it('block a prompt: no request is made, and the turn still has its result', async () => {
    await bench.script('never said')
    const { results } = await bench.run('a secret', {
      hooks: { UserPromptSubmit: [{ hooks: [async () => ({ decision: 'block', reason: 'no secrets' })] }] },
    })
    expect(bench.simulator().log.all()).toEqual([])
    expect(results).toHaveLength(1)
  })

  it('that never answer are given up after their time', async () => {
    await bench.script(bash('echo hi', 'toolu_1'), 'Done.')
    const { results } = await bench.run('go', {
      allowedTools: ['Bash'],
      hooks: { PreToolUse: [{ timeout: 1, hooks: [() => new Promise(() => {})] }] },
    })
    expect(results).toMatchObject([{ subtype: 'success', result: 'Done.' }])
  })
})
