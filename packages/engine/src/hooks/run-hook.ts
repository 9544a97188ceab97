import type { JsonObject } from '@antiphon/contract'
import type { HookEventName } from '@antiphon/core/wire'
import { BLOCKING_EVENTS, type HookResult } from './create-hook-attachments.ts'
import { parseHookOutput, toHookOutput } from './hook-output.ts'
import { type CommandRun, runCommandHook } from './run-command-hook.ts'
import type { Hook, HookCallback } from './select-hooks.ts'

type RunHookOptions = {
  readonly event: HookEventName
  readonly input: JsonObject
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly toolUseId: string | undefined
}

/** Runs one hook to its end; whatever it does is a result and never a throw. */
export async function runHook(hook: Hook, options: RunHookOptions): Promise<HookResult> {
  if (hook.kind === 'callback')
    return runCallback(hook.callback, { ...options, timeoutMs: toMilliseconds(hook.timeout) })
  const { command, timeout } = hook.command
  const timeoutMs = toMilliseconds(timeout)
  const { cwd, env, signal } = options
  const run = await runCommandHook({
    command,
    input: `${JSON.stringify(options.input)}\n`,
    cwd,
    env,
    signal,
    timeoutMs,
  })
  return toResult(run, { event: options.event, timeoutMs })
}

const DEFAULT_TIMEOUT_SECONDS = 60
// Longer than a timer can wait would be no wait at all.
const LONGEST_TIMEOUT_MS = 2_147_483_647

function toMilliseconds(seconds = DEFAULT_TIMEOUT_SECONDS): number {
  return Math.min(seconds * 1_000, LONGEST_TIMEOUT_MS)
}

function toResult(
  { end, exitCode, stdout, stderr }: CommandRun,
  { event, timeoutMs }: { readonly event: HookEventName; readonly timeoutMs: number },
): HookResult {
  if (end === 'cancelled') return { kind: 'cancelled' }
  if (end === 'timeout')
    return { kind: 'error', message: `ended after ${timeoutMs / 1_000} s without an answer` }
  if (end === 'not_started') return { kind: 'error', message: stderr }
  if (exitCode === 2 && BLOCKING_EVENTS.includes(event))
    return { kind: 'blocking_error', message: stderr.trim() || 'the hook gave no reason' }
  // A command that a signal ended has no code; a shell reports 128 and more for it.
  if (exitCode !== 0) return { kind: 'non_blocking_error', stdout, stderr, exitCode: exitCode ?? 128 }
  const output = parseHookOutput(stdout)
  return {
    kind: 'success',
    output: output ?? {},
    text: output ? '' : stdout.trim(),
    stdout,
    stderr,
    exitCode,
  }
}

async function runCallback(
  callback: HookCallback,
  { input, toolUseId, signal, timeoutMs }: RunHookOptions & { readonly timeoutMs: number },
): Promise<HookResult> {
  if (signal.aborted) return { kind: 'cancelled' }
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), timeoutMs)
  const either = AbortSignal.any([signal, tooLong.signal])
  const ended = new Promise<HookResult>(resolve => {
    either.addEventListener('abort', () => {
      const message = `ended after ${timeoutMs / 1_000} s without an answer`
      resolve(signal.aborted ? { kind: 'cancelled' } : { kind: 'error', message })
    })
  })
  try {
    return await Promise.race([callCallback(callback, { input, toolUseId, signal: either }), ended])
  } finally {
    clearTimeout(timer)
  }
}

async function callCallback(
  callback: HookCallback,
  { input, toolUseId, signal }: Pick<RunHookOptions, 'input' | 'toolUseId' | 'signal'>,
): Promise<HookResult> {
  try {
    const output = toHookOutput(await callback(input, toolUseId, { signal }))
    return { kind: 'success', output, text: '', stdout: '', stderr: '', exitCode: 0 }
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) }
  }
}
