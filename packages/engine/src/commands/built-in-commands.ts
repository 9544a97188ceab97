import { resolveModelAlias } from '@antiphon/contract'
import {
  createCompactBoundaryMessage,
  isAssistantMessage,
  isAttachmentMessage,
  type Message,
} from '@antiphon/core'
import type { ContextUsage } from '@antiphon/core/usage'
import { countContextTokens } from '../compaction/context-size.ts'
import { lastUuid } from '../query/append-messages.ts'
import type { QueryEvent } from '../query/query-event.ts'
import { describeSandbox } from '../sandbox/describe-sandbox.ts'
import type { Command, LocalCall, LocalCommand } from '../session/command.ts'
import { compactByHand } from '../session/compact-by-hand.ts'
import { computeSessionUsage } from '../session/compute-session-usage.ts'
import type { Session } from '../session/session.ts'

/** What every session can do for a person without asking the model. */
export const BUILT_IN_COMMANDS: readonly LocalCommand[] = [
  {
    ...local('help', 'List the commands that there are'),
    run: ({ commands }) =>
      ['Commands:', ...commands.map(toLine), '', '!command runs a command of the shell.'].join('\n'),
  },
  {
    ...local('compact', 'Sum up the conversation and go on with the summary'),
    argumentHint: '[what the summary shall keep]',
    run: compact,
  },
  {
    ...local('clear', 'Forget the conversation and begin anew; the log keeps it', 'reset', 'new'),
    run: clear,
  },
  {
    ...local('context', "Show what fills the model's window"),
    run: async ({ session }) => formatContextUsage(await computeSessionUsage(session)),
  },
  {
    ...local('model', 'Show the model, or let another one answer'),
    argumentHint: '[model]',
    run({ args, session }) {
      if (args === '') return `The model is ${session.model}.`
      if (/\s/.test(args)) return `A model's name has no blanks: ${JSON.stringify(args)}.`
      const model = resolveModelAlias(args, session.firstModel)
      // From the next prompt on.
      session.setModel(model)
      return `Set model to ${model}`
    },
  },
  {
    ...local('permissions', 'Show the permission mode and the rules in force', 'allowed-tools'),
    run({ session }) {
      const { mode, rules, cwd, additionalDirectories } = session.permissions()
      return [
        `Mode: ${mode}`,
        ...list('Allowed', rules.allow),
        ...list('Asked about', rules.ask),
        ...list('Denied', rules.deny),
        ...list('Folders', [cwd, ...additionalDirectories]),
      ].join('\n')
    },
  },
  {
    ...local('memory', 'Show which files tell the model its instructions'),
    run({ session: { memoryPaths = [], cwd, conversation } }) {
      const later = conversation.messages().flatMap(toldPath)
      const paths = [...new Set([...memoryPaths, ...later])]
      if (paths.length === 0)
        return `No file tells the model anything. Write a CLAUDE.md in ${cwd} for what it should always know.`
      return ['Instructions for the model:', ...paths.map(path => `  ${path}`)].join('\n')
    },
  },
  {
    ...local('sandbox', 'Show what keeps commands in'),
    run: async ({ session }) => (await describeSessionSandbox(session)).join('\n'),
  },
  {
    ...local('skills', 'List the skills that there are'),
    run({ session }) {
      const skills = session.services.skills?.listForPerson() ?? []
      if (skills.length === 0)
        return 'There are no skills. One is a folder in .claude/skills with a SKILL.md in it.'
      return ['Skills:', ...skills.map(({ name, description }) => `  /${name} - ${description}`)].join('\n')
    },
  },
]

function local(name: string, description: string, ...aliases: readonly string[]): Omit<LocalCommand, 'run'> {
  return { kind: 'local', name, description, argumentHint: '', ...(aliases.length > 0 && { aliases }) }
}

function toLine({ name, argumentHint, description }: Command): string {
  const call = [`/${name}`, argumentHint].filter(Boolean).join(' ')
  return `  ${call}${description === '' ? '' : ` - ${description}`}`
}

/** Sums up the conversation by hand; what the person adds says what the summary shall keep. */
async function* compact({ args, session, signal }: LocalCall): AsyncGenerator<QueryEvent, string, undefined> {
  if (!session.conversation.messages().some(isAssistantMessage)) return 'There is nothing to sum up yet.'
  const steps = compactByHand(session, signal, args === '' ? undefined : args)
  let why = 'The conversation could not be compacted.'
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) return step.value ? 'Compacted' : signal.aborted ? 'Compaction canceled.' : why
    if (step.value.type === 'system' && step.value.subtype === 'informational') why = step.value.content
    yield step.value
  }
}

/** Begins anew: a boundary without a summary. The log keeps what lies before it. */
async function* clear({ session }: LocalCall): AsyncGenerator<QueryEvent, string, undefined> {
  const { conversation } = session
  const before = conversation.messages()
  const last = lastUuid(before)
  if (last === undefined) return 'There is nothing to forget yet.'
  const boundary = {
    ...createCompactBoundaryMessage({
      trigger: 'manual',
      preTokens: countContextTokens(before),
      messagesSummarized: 0,
      lastPreCompactMessageUuid: last,
    }),
    content: 'Conversation cleared',
  }
  await session.record([boundary], last)
  conversation.restart([boundary])
  forget(session)
  yield boundary
  return 'The conversation was forgotten. The log keeps it.'
}

/** What the model knew only by what it said and read: a session that is resumed here knows nothing of it, either. */
function forget({ files, services }: Session): void {
  for (const [path] of [...files.entries()]) files.delete(path)
  services.todos.set([])
}

/** What fills a window, line by line for a person. */
function formatContextUsage(usage: ContextUsage): string {
  const { model, categories, totalTokens, rawMaxTokens, percentage, memoryFiles, mcpTools } = usage
  const share = (tokens: number): string => `${((100 * tokens) / Math.max(rawMaxTokens, 1)).toFixed(1)}%`
  const lines = categories.map(
    ({ name, tokens }) => `  ${name}: ${formatTokens(tokens)} tokens (${share(tokens)})`,
  )
  return [
    `Context: ${formatTokens(totalTokens)} of ${formatTokens(rawMaxTokens)} tokens (${Math.round(percentage)}%), ${model}`,
    ...lines,
    ...listNamed(
      'Memory files',
      memoryFiles.map(({ path, tokens }) => ({ name: path, tokens })),
    ),
    ...listNamed('MCP tools', mcpTools),
  ].join('\n')
}

function listNamed(
  title: string,
  items: readonly { readonly name: string; readonly tokens: number }[],
): readonly string[] {
  if (items.length === 0) return []
  const rest = items.length - MOST_LINES
  return [
    `${title}:`,
    ...items.slice(0, MOST_LINES).map(({ name, tokens }) => `  ${name}: ${formatTokens(tokens)} tokens`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}

const MOST_LINES = 50

function formatTokens(tokens: number): string {
  return tokens >= 1000 ? `${(tokens / 1000).toFixed(1)}k` : String(Math.round(tokens))
}

/** What was told on the way: files of folders, and those that came or changed. */
function toldPath(message: Message): readonly string[] {
  if (!isAttachmentMessage(message)) return []
  const { attachment } = message
  if (attachment.type !== 'nested_memory' && attachment.type !== 'memory') return []
  return typeof attachment.path === 'string' ? [attachment.path] : []
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [`${title}: nothing`] : [`${title}:`, ...items.map(item => `  ${item}`)]
}

/** What keeps the commands of a session in, line by line. */
export async function describeSessionSandbox(session: Session): Promise<readonly string[]> {
  const { sandbox } = session.services
  const permissions = session.permissions()
  return sandbox === null
    ? ['There is no sandbox in this session.']
    : describeSandbox(await sandbox.describe(permissions), permissions)
}
