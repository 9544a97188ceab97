import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { decidePermission, type HookOutput } from '../src/index.ts'
import { readEntries, refusals, run, SESSION } from './engine-kit.ts'
import { close, context, isNoted, open, seen, sent } from './hooks-kit.ts'

afterEach(close)

const WRITE = { name: 'Write', input: { file_path: 'new.txt', content: 'new' } }
const TASK = { name: 'Task', input: { description: 'look', prompt: 'look around' } }

describe('a command hook', () => {
  it.each([
    ['SessionStart', ['Hi.'], { source: 'startup' }, 0],
    ['UserPromptSubmit', ['Hi.'], { prompt: 'go' }, 0],
    ['PreToolUse', [{ calls: [WRITE] }, 'Done.'], { tool_name: 'Write' }, 1],
    ['PostToolUse', [{ calls: [WRITE] }, 'Done.'], { tool_name: 'Write', tool_input: { content: 'new' } }, 1],
    [
      'PostToolUseFailure',
      [{ calls: [{ name: 'Read', input: { file_path: 'none' } }] }, 'Done.'],
      { tool_name: 'Read' },
      1,
    ],
    ['SubagentStart', [{ calls: [TASK] }, 'Seen.', 'Done.'], { agent_type: 'general-purpose' }, 1],
  ] as const)(
    'at %s is told what happens, and the model what it adds',
    async (event, replies, input, request) => {
      const { kit, session } = await open(replies, [context(event, `remember ${event}`)])
      expect((await run(session.engine, 'go')).result.end.reason).toBe('completed')
      expect(seen(event)).toMatchObject([{ hook_event_name: event, session_id: SESSION, ...input }])
      expect(sent(request)).toContain(`remember ${event}`)
      expect(refusals(kit.simulator)).toEqual([])
    },
  )

  it('at SessionStart stands before the first prompt only, and hears of a resume', async () => {
    const hook = { event: 'SessionStart', script: 'echo the branch is main' } as const
    const first = await open(['One.', 'Two.', 'Three.'], [hook])
    await run(first.session.engine, 'first prompt')
    await run(first.session.engine, 'second prompt')
    expect(sent(1).match(/the branch is main/g)).toHaveLength(1)
    expect(sent(1)).toMatch(/the branch is main.*first prompt/)
    await first.session.close()
    const second = await open([], [hook])
    await run(second.session.engine, 'third prompt')
    expect(sent(2)).toMatch(/second prompt.*the branch is main.*third prompt/)
    expect(seen('SessionStart')).toMatchObject([{ source: 'startup' }, { source: 'resume' }])
    expect(refusals(second.kit.simulator)).toEqual([])
  })

  it('at SessionEnd runs once when the engine is closed, and not where nothing was begun', async () => {
    const first = await open(['One.'], [{ event: 'SessionEnd' }])
    await first.session.close()
    expect(seen('SessionEnd')).toEqual([])
    const second = await open([], [{ event: 'SessionEnd' }])
    await run(second.session.engine, 'go')
    await second.session.engine.close()
    await second.session.engine.close()
    expect(seen('SessionEnd')).toMatchObject([{ reason: 'other' }])
    expect((await readEntries(second.kit)).at(-1)).toMatchObject({
      attachment: { type: 'hook_success', hookEvent: 'SessionEnd' },
    })
  })

  it('at Notification hears that a person is asked, and at PermissionDenied what became of it', async () => {
    const { kit, session } = await open(
      [{ calls: [WRITE] }, 'I see.'],
      [{ event: 'Notification' }, { event: 'PermissionDenied' }],
      {
        permissions: {
          mode: 'default',
          rules: { allow: [], deny: [], ask: [] },
          additionalDirectories: [],
          decide: decidePermission,
          ask: async () => {
            const end = Date.now() + 20_000
            while (!isNoted('Notification') && Date.now() < end) await setTimeout(5)
            return { behavior: 'deny', message: 'says the person' }
          },
        },
      },
    )
    await run(session.engine, 'go')
    expect(seen('Notification')).toMatchObject([
      { notification_type: 'permission_prompt', message: expect.stringContaining('Write') },
    ])
    expect(seen('PermissionDenied')).toMatchObject([
      { tool_name: 'Write', reason: expect.stringContaining('says the person') },
    ])
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('at StopFailure hears why the model could not be asked', async () => {
    const { session } = await open([], [{ event: 'StopFailure' }], { simulator: { apiKey: 'another' } })
    const { result } = await run(session.engine, 'go')
    expect(result.end).toMatchObject({ reason: 'failed' })
    expect(seen('StopFailure')).toMatchObject([
      { error: (result.end as { readonly code?: string }).code, error_details: expect.any(String) },
    ])
  })

  it('at UserPromptSubmit may refuse the prompt, which is then never sent', async () => {
    const hook = { event: 'UserPromptSubmit', script: 'echo no secrets >&2; exit 2' } as const
    const { kit, session } = await open(['One.'], [hook])
    const { result } = await run(session.engine, 'my password')
    expect(result.end).toEqual({ reason: 'stopped-by-hook', detail: 'no secrets' })
    expect(kit.simulator.log.all()).toEqual([])
  })

  it('at PreToolUse may deny a call, and its reason reaches the model', async () => {
    const hook = { event: 'PreToolUse', script: 'echo not here >&2; exit 2' } as const
    const { kit, session } = await open([{ calls: [WRITE] }, 'I see.'], [hook])
    expect((await run(session.engine, 'go')).result.denials).toHaveLength(1)
    expect(sent(1)).toContain('not here')
    expect(existsSync(join(kit.folder, 'new.txt'))).toBe(false)
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('at PreToolUse may end the turn: the call does not run and the model is not asked again', async () => {
    const hook = { event: 'PreToolUse', answer: { continue: false, stopReason: 'enough' } } as const
    const { kit, session } = await open([{ calls: [WRITE] }, 'I see.'], [hook])
    const { result } = await run(session.engine, 'go')
    expect(result.end).toEqual({ reason: 'stopped-by-hook', detail: 'enough' })
    expect(kit.simulator.log.all()).toHaveLength(1)
    expect(existsSync(join(kit.folder, 'new.txt'))).toBe(false)
  })

  it('at Stop may send the model back to work, and is told so the next time', async () => {
    const script = 'if [ -f once ]; then exit 0; else touch once; echo tests fail >&2; exit 2; fi'
    const { kit, session } = await open(['One.', 'Two.'], [{ event: 'Stop', script }])
    expect((await run(session.engine, 'go')).result.text).toBe('Two.')
    expect(sent(1)).toContain('tests fail')
    expect(seen('Stop').map(({ stop_hook_active }) => stop_hook_active)).toEqual([false, true])
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('at SubagentStop holds the subagent, not the session', async () => {
    const script = 'if [ -f once ]; then exit 0; else touch once; echo look again >&2; exit 2; fi'
    const replies = [{ calls: [TASK] }, 'Seen.', 'Seen twice.', 'Done.']
    const { kit, session } = await open(replies, [{ event: 'SubagentStop', script }, { event: 'Stop' }])
    expect((await run(session.engine, 'go')).result.text).toBe('Done.')
    expect(sent(2)).toContain('look again')
    expect(sent(3)).toContain('Seen twice.')
    expect(seen('SubagentStop')).toMatchObject([
      { agent_type: 'general-purpose', stop_hook_active: false },
      { agent_type: 'general-purpose', stop_hook_active: true },
    ])
    expect(seen('Stop')).toHaveLength(1)
    expect(refusals(kit.simulator)).toEqual([])
  })

  it.each([
    ['allow', { behavior: 'allow', updatedInput: { file_path: 'new.txt', content: 'better' } }, 'better'],
    ['deny', { behavior: 'deny', message: 'the freeze is on' }, null],
  ])('at PermissionRequest may %s in place of the person', async (_, decision, written) => {
    const answer = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } } as HookOutput
    const { kit, session } = await open(
      [{ calls: [WRITE] }, 'I see.'],
      [{ event: 'PermissionRequest', answer }],
      {
        permissions: {
          mode: 'default',
          rules: { allow: [], deny: [], ask: [] },
          additionalDirectories: [],
          decide: decidePermission,
          ask: () => Promise.reject(new Error('nobody is to be asked')),
        },
      },
    )
    const { result } = await run(session.engine, 'go')
    const file = join(kit.folder, 'new.txt')
    expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(written)
    expect(result.denials).toHaveLength(written === null ? 1 : 0)
    if (written === null) expect(sent(1)).toContain('the freeze is on')
    expect(seen('PermissionRequest')).toMatchObject([{ tool_name: 'Write', tool_input: { content: 'new' } }])
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('at PermissionRequest without an opinion leaves the question to the person', async () => {
    const { session } = await open([{ calls: [WRITE] }, 'I see.'], [{ event: 'PermissionRequest' }], {
      permissions: {
        mode: 'default',
        rules: { allow: [], deny: [], ask: [] },
        additionalDirectories: [],
        decide: decidePermission,
        ask: async () => ({ behavior: 'deny', message: 'says the person' }),
      },
    })
    await run(session.engine, 'go')
    expect(sent(1)).toContain('says the person')
  })
})
