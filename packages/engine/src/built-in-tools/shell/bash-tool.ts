import { toolCallTitle } from '@antiphon/core/ui'
import { z } from 'zod'
import { isReadOnlyCommand } from '../../permissions/shell/is-read-only-command.ts'
import type { AgentTool, InputProblem, PreparedCall } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { runOnce } from '../../tool/run-once.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { runInBackground, runInForeground } from './run-in-foreground.ts'
import { createShellDirectory } from './shell-directory.ts'

export type BashToolOptions = {
  /** Folders beside the project in which the shell may stand. */
  readonly additionalDirectories?: readonly string[]
  readonly defaultTimeoutMs?: number
  readonly maxTimeoutMs?: number
  /** How often a running command reports. */
  readonly progressMs?: number
  /** How long a command that is stopped may take to end by itself. */
  readonly graceMs?: number
}

/** Runs commands in a shell. One for each agent: it remembers in which folder the shell stands. */
export function createBashTool(options: BashToolOptions = {}): AgentTool {
  const { defaultTimeoutMs = 120_000, maxTimeoutMs = 600_000, progressMs = 1_000, graceMs } = options
  const directory = createShellDirectory(options.additionalDirectories)

  async function prepare(input: BashInput, context: ToolContext): Promise<PreparedCall | InputProblem> {
    const problem = findProblem(input.command)
    if (problem !== null) return { problem }
    const isBackground = input.run_in_background === true
    const cwd = directory.get(context.cwd)
    const isReadOnly = isReadOnlyCommand(input.command, cwd)
    const timeoutMs = Math.min(input.timeout ?? defaultTimeoutMs, maxTimeoutMs)
    const { sandbox } = context.services
    const wantsOut = input.dangerouslyDisableSandbox === true
    const confinement =
      (await sandbox?.choose({ command: input.command, wantsOut }, context.permissions())) ?? null
    if (confinement !== null && 'problem' in confinement) return confinement
    const call = { command: input.command, cwd, context, confinement }
    const isLeaving = wantsOut && sandbox?.settings.enabled === true && confinement?.level !== 'folder'
    const isInside =
      confinement?.level === 'folder' &&
      confinement.weakness === null &&
      sandbox?.settings.autoAllowBashIfSandboxed === true
    return {
      input,
      access: {
        ...{ kind: 'command', command: input.command, cwd },
        ...(confinement !== null && { keptBy: confinement.level }),
        ...(isInside && { isInside }),
        ...(isLeaving && { isLeaving }),
      },
      isReadOnly,
      isConcurrencySafe: isReadOnly && !isBackground,
      title: toolCallTitle('Bash', input),
      run: () =>
        isBackground
          ? runOnce(() => runInBackground({ ...call, description: input.description }))
          : runInForeground({
              ...call,
              timeoutMs,
              progressMs,
              graceMs,
              directory: isReadOnly ? null : directory,
            }),
    }
  }

  return defineTool({ name: 'Bash', description: DESCRIPTION, schema: SCHEMA, prepare })
}

const SCHEMA = z.object({
  command: z.string().describe('The command line, as bash takes it'),
  timeout: z
    .number()
    .positive()
    .optional()
    .describe('Milliseconds until it is stopped: 120000 unless given, at most 600000'),
  description: z
    .string()
    .optional()
    .describe('What it does, in five to ten words, for the person who reads along'),
  run_in_background: z
    .boolean()
    .optional()
    .describe('Return at once and let it go on; read its output later with BashOutput'),
  dangerouslyDisableSandbox: z
    .boolean()
    .optional()
    .describe(
      'Run outside the sandbox, where one is in force; the person is asked. Only for what failed inside',
    ),
})

type BashInput = z.infer<typeof SCHEMA>

const DESCRIPTION = `Runs a command in a shell and gives what it printed and how it ended.

- Each command is a new shell: variables, functions and aliases are gone afterwards. The working directory stays where the last command left it, as long as that is inside the project.
- There is no input and no terminal: a program that asks something gets none. Use options such as --yes, and no editors or pagers.
- Of long output, head and tail are kept. Let the command select what you need, or write it to a file and read from that.
- A command that takes longer than its time-out is stopped together with everything that it started. Start servers and watchers with run_in_background.
- To find, read and change files, use Glob, Grep, Read, Edit and Write rather than find, grep, cat and sed: people can follow those.
- Quote paths that contain blanks. Join commands that depend on each other with &&; make independent ones separate calls.`

// Linux takes no argument of 128 KiB or more.
const MAX_COMMAND_BYTES = 120_000

function findProblem(command: string): string | null {
  if (command.trim() === '') return 'Bash needs a command.'
  if (command.includes('\0')) return 'The command contains a NUL character, which no shell takes.'
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES)
    return `The command is longer than ${MAX_COMMAND_BYTES} bytes. Write it to a file with Write and run that.`
  return null
}
