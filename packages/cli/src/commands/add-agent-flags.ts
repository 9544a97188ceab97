import { PERMISSION_MODES } from '@antiphon/core'
import { type SettingSource, splitRules } from '@antiphon/engine'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { parsePositive } from '../command-context.ts'

/** Adds the flags of an agent to a command. */
export function addAgentFlags(command: Command): Command {
  addModelFlags(command)
  addPermissionFlags(command)
  addSurroundingFlags(command)
  return addSessionFlags(command)
}

function addModelFlags(command: Command): void {
  command
    .option('--model <model>', 'the model to ask')
    .option('--fallback-model <model>', 'the model to go on with when the first is overloaded')
    .option('--advisor <model>', 'a model whose advice the first may ask for, where the API offers that')
    .option('--max-turns <n>', 'ask the model at most n times', parsePositive)
    .option('--max-budget-usd <amount>', 'end when this much is spent', parseAmount)
    .option(
      '--task-budget <tokens>',
      'output tokens that a turn may use, its subagents included',
      parsePositive,
    )
    .option('--max-thinking-tokens <n>', 'about how much the model may think; 0 for not at all', parseCount)
    .addOption(
      new Option('--thinking <how>', 'whether the model thinks, as far as it offers a choice').choices([
        'adaptive',
        'enabled',
        'disabled',
      ]),
    )
    .addOption(
      new Option('--thinking-display <how>', 'whether thoughts come back in words').choices([
        'summarized',
        'omitted',
      ]),
    )
    .option('--system-prompt <text>', 'replace the system prompt')
    .option('--append-system-prompt <text>', 'add to the system prompt')
}

function addPermissionFlags(command: Command): void {
  command
    .addOption(
      new Option('--permission-mode <mode>', 'what may be done without asking').choices(PERMISSION_MODES),
    )
    .option('--dangerously-skip-permissions', 'the same as --permission-mode bypassPermissions')
    .option('--allow-dangerously-skip-permissions', 'lets that mode be chosen later')
    .option('--trust', "let this folder's own settings decide what runs and what is allowed")
    .option(
      '--permission-prompt-tool <tool>',
      'who is asked for permission: stdio (the program that drives this one) or an MCP tool',
    )
    .option('--tools <names...>', 'the built-in tools: default, a list, or "" for none', parseTools)
    .option(
      '--allowedTools, --allowed-tools <rules...>',
      'calls to allow, as "Bash(git log:*),Edit"',
      addList,
      [],
    )
    .option('--disallowedTools, --disallowed-tools <rules...>', 'calls to refuse', addList, [])
    .option('--add-dir <folders...>', 'other folders to work in', addOne, [])
}

function addSurroundingFlags(command: Command): void {
  command
    .option('--agents <json>', 'subagents beside those of .claude/agents')
    .option('--settings <json|file>', 'settings beside those of the settings files')
    .option('--setting-sources <list>', 'which settings files count: user, project, local', parseSources)
    .option('--mcp-config <json|files...>', 'MCP servers', addOne, [])
    .option('--strict-mcp-config', 'no MCP servers but those of --mcp-config')
}

function addSessionFlags(command: Command): Command {
  return command
    .option('-r, --resume <session>', 'go on with a session: an id, its beginning, or a file')
    .option('--resume-session-at <uuid>', 'with --resume: go on behind this message instead of the last')
    .option('-c, --continue', 'go on with the last session of this folder')
    .option('--fork-session', 'go on in a copy of the session')
    .option('--session-id <uuid>', 'the id of a new session', parseUuid)
    .option(
      '--take-over',
      'with --store: go on with a session that another host is writing; that one is refused',
    )
    .option('--session-mirror', 'with stream-json: print also what is stored')
    .option('--no-session-persistence', 'store nothing')
    .option('--bare', 'for scripts: ask the model without waiting until the prompt is on disk')
}

function addOne(value: string, list: readonly string[]): readonly string[] {
  return [...list, value]
}

function addList(value: string, list: readonly string[]): readonly string[] {
  return [...list, ...splitRules(value)]
}

function parseCount(value: string): number {
  if (/^\d+$/.test(value)) return Number(value)
  throw new InvalidArgumentError('It must be 0 or a positive whole number.')
}

function parseAmount(value: string): number {
  const amount = /^\d*\.?\d+$/.test(value) ? Number(value) : 0
  if (amount > 0) return amount
  throw new InvalidArgumentError('It must be a positive number, such as 2.50.')
}

function parseTools(value: string, list: readonly string[] = []): readonly string[] | undefined {
  return value === 'default' ? undefined : [...list, ...splitRules(value)]
}

function parseSources(value: string): readonly SettingSource[] {
  const names = value.split(',').map(name => name.trim())
  const sources = (['user', 'project', 'local'] as const).filter(source => names.includes(source))
  const unknown = names.find(name => name !== '' && !sources.some(source => source === name))
  if (unknown !== undefined) throw new InvalidArgumentError('It must list user, project or local.')
  return [...sources, 'flag']
}

function parseUuid(value: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value.toLowerCase()
  throw new InvalidArgumentError('It must be a UUID.')
}
