import { resolveModelAlias } from '@antiphon/contract'
import { createCompactBoundaryMessage, isAssistantMessage } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { countContextTokens } from '../compaction/context-size.ts'
import { lastUuid } from '../query/append-messages.ts'
import type { QueryEvent } from '../query/query-event.ts'
import { describeSandbox } from '../sandbox/describe-sandbox.ts'
import type { Command, LocalCall, LocalCommand } from '../session/command.ts'
import { compactByHand } from '../session/compact-by-hand.ts'
import { computeSessionUsage } from '../session/compute-session-usage.ts'
import type { Session } from '../session/session.ts'
import type { Todo } from '../tool/session-services.ts'
import { createBuiltInCommand } from './command-table.ts'
import { formatContextUsage } from './format-context-usage.ts'
import { runMemoryCommand } from './run-memory-command.ts'

/** What every session can do for a person without asking the model. */
export const BUILT_IN_COMMANDS: readonly LocalCommand[] = [
  createBuiltInCommand('help', ({ commands }) => formatHelp(commands)),
  createBuiltInCommand('compact', compact),
  createBuiltInCommand('clear', clear),
  createBuiltInCommand('context', async ({ session }) =>
    formatContextUsage(await computeSessionUsage(session)),
  ),
  createBuiltInCommand('model', ({ args, session }) => {
    if (args === '') return `The model is ${session.model}.`
    if (/\s/.test(args)) return `A model's name has no blanks: ${JSON.stringify(args)}.`
    const model = resolveModelAlias(args, session.firstModel)
    // From the next prompt on.
    session.setModel(model)
    return `Set model to ${model}`
  }),
  createBuiltInCommand('permissions', ({ session }) => {
    const { mode, rules, cwd, additionalDirectories } = session.permissions()
    return [
      `Mode: ${mode}`,
      ...list('Allowed', rules.allow),
      ...list('Asked about', rules.ask),
      ...list('Denied', rules.deny),
      ...list('Folders', [cwd, ...additionalDirectories]),
    ].join('\n')
  }),
  createBuiltInCommand('agents', ({ session: { agents = [] } }) => {
    if (agents.length === 0) return 'There are no subagents in this session.'
    return ['Subagents:', ...agents.map(({ name, description }) => toItem(name, description))].join('\n')
  }),
  createBuiltInCommand('memory', runMemoryCommand),
  createBuiltInCommand('todos', ({ session }) => formatTodos(session.services.todos.get())),
  createBuiltInCommand('tasks', ({ session }) => formatTasks(session)),
  createBuiltInCommand('sandbox', async ({ session }) => (await describeSessionSandbox(session)).join('\n')),
  createBuiltInCommand('skills', ({ session }) => {
    const skills = session.services.skills?.listForPerson() ?? []
    if (skills.length === 0)
      return 'There are no skills. One is a folder in .claude/skills with a SKILL.md in it.'
    return ['Skills:', ...skills.map(({ name, description }) => toItem(`/${name}`, description))].join('\n')
  }),
]

function formatHelp(commands: readonly Command[]): string {
  const faces = commands.filter(({ kind }) => kind === 'face')
  return [
    'Commands:',
    ...commands.filter(({ kind }) => kind !== 'face').map(toLine),
    ...(faces.length > 0
      ? ['', 'Where a window or a terminal shows the conversation:', ...faces.map(toLine)]
      : []),
    '',
    '!command runs a command of the shell.',
  ].join('\n')
}

function toLine({ name, argumentHint, description }: Command): string {
  return toItem([`/${name}`, argumentHint].filter(Boolean).join(' '), description)
}

function toItem(name: string, description: string): string {
  return `  ${name}${description === '' ? '' : ` - ${oneLine(description, MAX_DESCRIPTION)}`}`
}

const MAX_DESCRIPTION = 250

function formatTodos(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'There is nothing to do on the list.'
  const done = todos.filter(({ status }) => status === 'completed').length
  return [
    `To do, ${done} of ${todos.length} done:`,
    ...todos.map(({ content, status }) => `  ${MARKS[status]} ${oneLine(content, MAX_DESCRIPTION)}`),
  ].join('\n')
}

const MARKS: Readonly<Record<Todo['status'], string>> = {
  pending: '[ ]',
  in_progress: '[>]',
  completed: '[x]',
}

function formatTasks({ background, services }: Session): string {
  const agents = background
    .list()
    .map(({ taskId, agentType, description }) => toItem(taskId, `${agentType}: ${description}`))
  const shells = (services.shells?.list() ?? []).map(({ id, command, isRunning }) =>
    toItem(id, `${isRunning ? 'runs' : 'has ended'}: ${command}`),
  )
  const all = [...agents, ...shells]
  return all.length === 0 ? 'Nothing runs in the background.' : ['In the background:', ...all].join('\n')
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
