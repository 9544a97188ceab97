import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@antiphon/contract'
import type { HookProgress } from '@antiphon/core'
import type { HookEventName } from '@antiphon/core/wire'
import type { HookSettings } from '../settings/settings.ts'
import { combineHookRuns, type HookOutcome } from './combine-hook-runs.ts'
import type { HookRun } from './create-hook-attachments.ts'
import { runHook } from './run-hook.ts'
import { type Hook, type HookCallbacks, hookCommandText, hookSubject, selectHooks } from './select-hooks.ts'

export type HookRunnerOptions = {
  /** What the settings files ask for. */
  readonly hooks?: HookSettings
  /** What the program itself asks for. */
  readonly callbacks?: HookCallbacks
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly sessionId: string
  readonly transcriptPath: string
  readonly now?: () => number
}

/** Runs a session's hooks. */
export interface HookRunner {
  /** Runs the hooks that match, side by side, and puts their answers together. Never throws. */
  run(event: HookEventName, input: JsonObject, options?: HookRunOptions): Promise<HookOutcome>
}

export type HookRunOptions = {
  readonly signal?: AbortSignal
  readonly toolUseId?: string
  /** Called for each hook as it starts. */
  readonly onProgress?: (progress: HookProgress) => void
}

/** Makes a runner for a session. */
export function createHookRunner(options: HookRunnerOptions): HookRunner {
  const { hooks: settings = {}, callbacks = {}, cwd, sessionId, transcriptPath } = options
  const now = options.now ?? (() => performance.now())
  const env = { ...options.env, CLAUDE_PROJECT_DIR: cwd }

  async function runOne(hook: Hook, call: HookCall): Promise<HookRun> {
    const { event, name, input, signal, toolUseId } = call
    const started = now()
    const result = await runHook(hook, { event, input, cwd, env, signal, toolUseId })
    const durationMs = Math.round(now() - started)
    // An event without a call has an id of its own, so that its messages can be told from others.
    const id = toolUseId ?? call.runId
    return { event, name, command: hookCommandText(hook), toolUseId: id, durationMs, result }
  }

  return {
    async run(event, fields, { signal = NEVER, toolUseId, onProgress } = {}) {
      const base = { session_id: sessionId, transcript_path: transcriptPath, cwd, hook_event_name: event }
      const input = { ...base, ...fields }
      const hooks = selectHooks({ settings, callbacks }, { event, input })
      const subject = hookSubject(event, input)
      const name = subject ? `${event}:${subject}` : event
      const call = { event, name, input, signal, toolUseId, runId: randomUUID() }
      const runs = hooks.map(hook => {
        onProgress?.(toProgress(hook, call))
        return runOne(hook, call)
      })
      return combineHookRuns(await Promise.all(runs))
    },
  }
}

type HookCall = {
  readonly event: HookEventName
  readonly name: string
  readonly input: JsonObject
  readonly signal: AbortSignal
  readonly toolUseId: string | undefined
  readonly runId: string
}

const NEVER = new AbortController().signal

function toProgress(hook: Hook, { event, name }: HookCall): HookProgress {
  const statusMessage = hook.kind === 'command' ? hook.command.statusMessage : undefined
  return {
    type: 'hook_progress',
    hookEvent: event,
    hookName: name,
    command: hookCommandText(hook),
    ...(statusMessage !== undefined && { statusMessage }),
  }
}
