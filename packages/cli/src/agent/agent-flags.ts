import type { PermissionMode } from '@antiphon/core'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { parsePositive } from '../commands/command-context.ts'

/** How a person, or a program, wants the agent to be; Claude Code's flags. */
export type AgentFlags = {
  readonly model?: string
  readonly fallbackModel?: string
  readonly maxTurns?: number
  readonly permissionMode?: PermissionMode
  readonly dangerouslySkipPermissions?: true
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly addDir: readonly string[]
  readonly systemPrompt?: string
  readonly appendSystemPrompt?: string
  readonly settings?: string
  readonly mcpConfig: readonly string[]
  readonly resume?: string
  readonly continue?: true
  readonly forkSession?: true
  readonly sessionId?: string
  readonly sessionPersistence: boolean
}

/** Adds the flags of an agent to a command. */
export function addAgentFlags(command: Command): Command {
  return command
    .option('--model <model>', 'the model to ask')
    .option('--fallback-model <model>', 'the model to go on with when the first is overloaded')
    .option('--max-turns <n>', 'ask the model at most n times', parsePositive)
    .addOption(new Option('--permission-mode <mode>', 'what may be done without asking').choices(MODES))
    .option('--dangerously-skip-permissions', 'the same as --permission-mode bypassPermissions')
    .option(
      '--allowedTools, --allowed-tools <rules>',
      'calls to allow, as "Bash(git log:*),Edit"',
      addList,
      [],
    )
    .option('--disallowedTools, --disallowed-tools <rules>', 'calls to refuse', addList, [])
    .option('--add-dir <folder>', 'another folder to work in (repeatable)', addOne, [])
    .option('--system-prompt <text>', 'replace the system prompt')
    .option('--append-system-prompt <text>', 'add to the system prompt')
    .option('--settings <json|file>', 'settings beside those of the settings files')
    .option('--mcp-config <json|file>', 'MCP servers (repeatable)', addOne, [])
    .option('-r, --resume <session>', 'go on with a session: an id, its beginning, or a file')
    .option('-c, --continue', 'go on with the last session of this folder')
    .option('--fork-session', 'go on in a copy of the session')
    .option('--session-id <uuid>', 'the id of a new session', parseUuid)
    .option('--no-session-persistence', 'store nothing')
}

const MODES: readonly PermissionMode[] = [
  'default',
  'acceptEdits',
  'plan',
  'bypassPermissions',
  'dontAsk',
  'auto',
]

function addOne(value: string, list: readonly string[]): readonly string[] {
  return [...list, value]
}

/** Rules are separated by commas or spaces, except inside their brackets. */
function addList(value: string, list: readonly string[]): readonly string[] {
  return [...list, ...(value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [])]
}

function parseUuid(value: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value.toLowerCase()
  throw new InvalidArgumentError('It must be a UUID.')
}
