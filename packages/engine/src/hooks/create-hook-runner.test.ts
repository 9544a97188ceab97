import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { HookProgress } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HookSettings } from '../settings/settings.ts'
import { createHookRunner, type HookRunner, type HookRunnerOptions } from './create-hook-runner.ts'

let cwd: string
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-hooks-')))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

function runner(hooks: HookSettings, options: Partial<HookRunnerOptions> = {}): HookRunner {
  const session = { sessionId: 'session-1', transcriptPath: '/tmp/session-1.jsonl' }
  return createHookRunner({ hooks, cwd, env: process.env, ...session, ...options })
}

/** Runs one command at an event; `timeout` is in seconds. */
function runCommand(
  command: string,
  event: 'PreToolUse' | 'UserPromptSubmit' | 'SessionStart' = 'PreToolUse',
  timeout = 30,
) {
  const hooks = runner({ [event]: [{ hooks: [{ type: 'command', command, timeout }] }] })
  return hooks.run(event, TOOL, { toolUseId: 'toolu_1' })
}

const TOOL: JsonObject = { tool_name: 'Bash', tool_input: { command: 'ls' }, source: 'startup' }
const types = (messages: readonly { readonly attachment: { readonly type: string } }[]) =>
  messages.map(({ attachment }) => attachment.type)

async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    // A process that nobody waits for stays in the table; it runs no more.
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (/\) Z /.test(state)) return true
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return false
}

describe('createHookRunner', () => {
  it('tells a command who asks, where and about what', async () => {
    await runCommand('cat > input.json; printf %s "$CLAUDE_PROJECT_DIR" > project; pwd > place')
    expect(JSON.parse(await readFile(join(cwd, 'input.json'), 'utf8'))).toEqual({
      session_id: 'session-1',
      transcript_path: '/tmp/session-1.jsonl',
      cwd,
      hook_event_name: 'PreToolUse',
      ...TOOL,
    })
    expect(await readFile(join(cwd, 'project'), 'utf8')).toBe(cwd)
    expect((await readFile(join(cwd, 'place'), 'utf8')).trim()).toBe(cwd)
  })

  it('records a success with what was printed', async () => {
    const { messages, blocked } = await runCommand('echo hello; echo aside >&2')
    expect(blocked).toBeUndefined()
    expect(messages.map(({ attachment }) => attachment)).toMatchObject([
      {
        type: 'hook_success',
        hookName: 'PreToolUse:Bash',
        hookEvent: 'PreToolUse',
        toolUseID: 'toolu_1',
        content: 'hello',
        stdout: 'hello\n',
        stderr: 'aside\n',
        exitCode: 0,
      },
    ])
  })

  it('takes JSON for an answer', async () => {
    const answer = {
      systemMessage: 'looked at it',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'unusual',
        updatedInput: { command: 'ls -l' },
        additionalContext: 'mind the links',
      },
    }
    await writeFile(join(cwd, 'answer.json'), JSON.stringify(answer))
    const outcome = await runCommand('cat answer.json')
    expect(outcome).toMatchObject({
      permission: { behavior: 'ask', reason: 'unusual' },
      updatedInput: { command: 'ls -l' },
      additionalContext: ['mind the links'],
      systemMessages: ['looked at it'],
    })
    expect(types(outcome.messages)).toEqual([
      'hook_success',
      'hook_permission_decision',
      'hook_additional_context',
      'hook_system_message',
    ])
  })

  it('blocks by exit code 2, with the reason from standard error', async () => {
    const outcome = await runCommand('echo "no secrets" >&2; exit 2', 'UserPromptSubmit')
    expect(outcome.blocked).toBe('no secrets')
    expect(outcome.messages.map(({ attachment }) => attachment)).toMatchObject([
      { type: 'hook_blocking_error', blockingError: { blockingError: 'no secrets' } },
    ])
  })

  it('does not let exit code 2 block what cannot be blocked', async () => {
    const outcome = await runCommand('exit 2', 'SessionStart')
    expect(outcome.blocked).toBeUndefined()
    expect(types(outcome.messages)).toEqual(['hook_non_blocking_error'])
  })

  it.each([
    ['another exit code', 'echo bad >&2; exit 3', 'hook_non_blocking_error'],
    ['a command that does not exist', 'surely-no-such-command', 'hook_non_blocking_error'],
    ['a signal', 'kill -9 $$', 'hook_non_blocking_error'],
    ['no reading of its input', 'exec <&-; exit 0', 'hook_success'],
    ['broken JSON', `echo '{"decision": "block"'`, 'hook_success'],
  ])('goes on after %s', async (_, command, type) => {
    const outcome = await runCommand(command)
    expect(outcome.blocked).toBeUndefined()
    expect(outcome.permission).toBeUndefined()
    expect(types(outcome.messages)).toEqual([type])
  })

  it('goes on where not even a shell can be started', async () => {
    const hooks = runner(
      { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
      { cwd: join(cwd, 'gone') },
    )
    const { messages } = await hooks.run('Stop', {})
    expect(messages.map(({ attachment }) => attachment)).toMatchObject([
      { type: 'hook_error_during_execution', content: expect.stringContaining('ENOENT') },
    ])
  })

  it('ends a command that takes too long, with all that it started', async () => {
    const outcome = await runCommand(
      'sleep 300 & echo $! > child; trap "" TERM; sleep 300',
      'PreToolUse',
      0.3,
    )
    expect(outcome.messages.map(({ attachment }) => attachment)).toMatchObject([
      { type: 'hook_error_during_execution', content: 'ended after 0.3 s without an answer' },
    ])
    expect(await isGone(Number(await readFile(join(cwd, 'child'), 'utf8')))).toBe(true)
  })

  it('ends every command when the person interrupts', async () => {
    const controller = new AbortController()
    const hooks = runner(
      { Stop: [{ hooks: [{ type: 'command', command: 'echo $$ > leader; sleep 300' }] }] },
      {
        callbacks: {
          Stop: [
            {
              hooks: [
                async () => {
                  while ((await readFile(join(cwd, 'leader'), 'utf8').catch(() => '')) === '')
                    await new Promise(resolve => setTimeout(resolve, 10))
                  controller.abort()
                  return {}
                },
              ],
            },
          ],
        },
      },
    )
    const { messages } = await hooks.run('Stop', {}, { signal: controller.signal })
    expect(types(messages)[0]).toBe('hook_cancelled')
    expect(await isGone(Number(await readFile(join(cwd, 'leader'), 'utf8')))).toBe(true)
    expect(types((await hooks.run('Stop', {}, { signal: controller.signal })).messages)).toEqual([
      'hook_cancelled',
      'hook_cancelled',
    ])
  })

  it('does not wait for what a command leaves running', async () => {
    const outcome = await runCommand('sleep 300 & echo $! > child; echo done')
    expect(outcome.messages[0]?.attachment).toMatchObject({ type: 'hook_success', content: 'done' })
    process.kill(Number(await readFile(join(cwd, 'child'), 'utf8')))
  })

  it('keeps a bounded part of an endless output', async () => {
    const { messages } = await runCommand('head -c 20000000 /dev/zero | tr "\\0" x')
    const { attachment } = messages[0]!
    expect(JSON.stringify(attachment).length).toBeLessThan(30_000)
    expect(attachment).toMatchObject({ type: 'hook_success', exitCode: 0 })
  })

  it('runs the hooks that match, side by side, and the same command once', async () => {
    const wait = (own: string, other: string) => ({
      type: 'command' as const,
      // Each waits for the other: one after the other they would never end.
      command: `touch ${own}; for i in $(seq 400); do [ -e ${other} ] && exit 0; sleep 0.05; done; exit 1`,
    })
    const hooks = runner({
      PreToolUse: [
        { matcher: 'Bash', hooks: [wait('a', 'b')] },
        { matcher: 'Edit|Write', hooks: [{ type: 'command', command: 'touch never' }] },
        { matcher: 'Ba.*', hooks: [wait('b', 'a'), wait('a', 'b')] },
      ],
    })
    const progress: HookProgress[] = []
    const { messages, summary } = await hooks.run('PreToolUse', TOOL, {
      onProgress: data => progress.push(data),
    })
    expect(types(messages)).toEqual(['hook_success', 'hook_success'])
    expect(summary).toMatchObject({ hookCount: 2, hookErrors: [] })
    expect(progress).toMatchObject([
      { type: 'hook_progress', hookEvent: 'PreToolUse', hookName: 'PreToolUse:Bash' },
      { type: 'hook_progress' },
    ])
  })

  it('runs callbacks with the same rules, whatever they do', async () => {
    const seen: unknown[] = []
    const hooks = runner(
      {},
      {
        callbacks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              timeout: 0.2,
              hooks: [
                async (input, toolUseId) => {
                  seen.push([input.tool_name, toolUseId])
                  return { decision: 'block', reason: 'by rule' }
                },
                () => {
                  throw new Error('a bug')
                },
                () => new Promise(() => {}),
                // A program without types may answer anything.
                () => 'nonsense' as never,
              ],
            },
            { matcher: 'Edit', hooks: [() => expect.unreachable('it is about another tool')] },
          ],
        },
      },
    )
    const outcome = await hooks.run('PreToolUse', TOOL, { toolUseId: 'toolu_1' })
    expect(seen).toEqual([['Bash', 'toolu_1']])
    expect(outcome.permission).toEqual({ behavior: 'deny', reason: 'by rule' })
    expect(types(outcome.messages)).toEqual([
      'hook_success',
      'hook_blocking_error',
      'hook_error_during_execution',
      'hook_error_during_execution',
      'hook_success',
    ])
  })

  it('has nothing to say at an event without hooks', async () => {
    const { messages, summary, blocked } = await runner({ Stop: [{ hooks: [] }] }).run('PreToolUse', {})
    expect([messages, summary.hookCount, blocked]).toEqual([[], 0, undefined])
  })
})
