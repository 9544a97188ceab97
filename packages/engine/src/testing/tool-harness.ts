import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { PermissionState } from '../permissions/permission.ts'
import { NO_SERVICES } from '../session/session.ts'
import type { AgentTool, PreparedCall, ToolOutcome } from '../tool/agent-tool.ts'
import { createBox } from '../tool/box.ts'
import { createFileMemory } from '../tool/file-memory.ts'
import type { SessionServices } from '../tool/session-services.ts'
import type { ToolContext } from '../tool/tool-context.ts'

/** A folder of its own, a context over it, and a way to run tools there. */
export interface ToolHarness {
  /** The folder: absolute, without symbolic links. */
  readonly cwd: string
  readonly context: ToolContext
  /** The absolute path of a file in the folder. */
  path(...names: string[]): string
  /** Runs a call as a session does; an input that is refused becomes an outcome with `isError`. */
  run(tool: AgentTool, input: unknown): Promise<ToolRun>
  /** The call as permission rules see it; throws when the input is refused. */
  prepare(tool: AgentTool, input: unknown): Promise<PreparedCall>
  /** Interrupts whatever runs. */
  abort(): void
  /** Removes the folder. */
  close(): Promise<void>
}

/** What came of a call. */
export type ToolRun = {
  readonly outcome: ToolOutcome
  readonly progress: readonly JsonObject[]
  /** The outcome's content as one text; blocks that are no text are left out. */
  readonly text: string
}

export type ToolHarnessOptions = {
  readonly services?: Partial<SessionServices>
  readonly env?: ToolContext['env']
  readonly createReadFilter?: ToolContext['createReadFilter']
  /** What decides on calls beside the folder; nothing is forbidden unless told. */
  readonly permissions?: Partial<PermissionState>
  readonly now?: () => Date
}

/** Makes a harness; every service is missing unless it is given. */
export async function createToolHarness(options: ToolHarnessOptions = {}): Promise<ToolHarness> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-tool-')))
  const controller = new AbortController()
  const context: ToolContext = {
    toolUseId: 'toolu_test',
    cwd,
    env: options.env ?? process.env,
    signal: controller.signal,
    now: options.now ?? (() => new Date('2026-01-02T03:04:05.678Z')),
    files: createFileMemory(),
    createReadFilter: options.createReadFilter ?? (() => () => true),
    permissions: () => ({
      mode: 'default',
      rules: { allow: [], deny: [], ask: [] },
      cwd,
      home: cwd,
      additionalDirectories: [],
      ...options.permissions,
    }),
    services: createNullServices(options.services),
  }
  return {
    cwd,
    context,
    path: (...names) => join(cwd, ...names),
    run: (tool, input) => runTool(tool, input, context),
    async prepare(tool, input) {
      const call = await tool.prepare(input, context)
      if ('problem' in call) throw new Error(call.problem)
      return call
    },
    abort: () => controller.abort(),
    close: () => rm(cwd, { recursive: true, force: true }),
  }
}

/** Prepares and runs a call to its end. */
export async function runTool(tool: AgentTool, input: unknown, context: ToolContext): Promise<ToolRun> {
  const call = await tool.prepare(input, context)
  if ('problem' in call) return toRun({ content: call.problem, isError: true }, [])
  const progress: JsonObject[] = []
  const steps = call.run()
  for (;;) {
    const step = await steps.next()
    if (step.done === true) return toRun(step.value, progress)
    progress.push(step.value.data)
  }
}

/** Services of a session that can do nothing. */
export function createNullServices(services: Partial<SessionServices> = {}): SessionServices {
  return {
    todos: createBox([]),
    mode: createBox('default'),
    ...NO_SERVICES,
    ...services,
  }
}

function toRun(outcome: ToolOutcome, progress: readonly JsonObject[]): ToolRun {
  const { content } = outcome
  const text =
    typeof content === 'string'
      ? content
      : content.map(block => (block.type === 'text' ? block.text : '')).join('')
  return { outcome, progress, text }
}
