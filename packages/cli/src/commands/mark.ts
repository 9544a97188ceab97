import { changeMarks, ProgramError, type SessionMarks, toTag } from '@antiphon/host'
import type { Command } from 'commander'
import { type CommandContext, type OutputFlags, printResult } from '../command-context.ts'
import { findOrganised, type OrganisedSession, orRefuse } from '../organise/organised-session.ts'

type MarkOptions = OutputFlags & { readonly off?: true }

/** `antiphon star SESSION`: marks a session; `ls --starred` and the window list it. */
export function addStarCommand(program: Command, context: CommandContext): void {
  addSwitch(program, context, {
    name: 'star',
    summary: 'put a star on a session',
    field: 'isStarred',
    example: '  antiphon star 4f3a9c21\n  antiphon ls --starred',
  })
}

/** `antiphon hide SESSION`: takes a session out of lists; its log stays where it is. */
export function addHideCommand(program: Command, context: CommandContext): void {
  addSwitch(program, context, {
    name: 'hide',
    summary: 'take a session out of the list; nothing is moved',
    field: 'isArchived',
    example: '  antiphon hide 4f3a9c21\n  antiphon ls --hidden\n  antiphon hide 4f3a9c21 --off',
  })
}

type Switch = {
  readonly name: string
  readonly summary: string
  readonly field: 'isStarred' | 'isArchived'
  readonly example: string
}

function addSwitch(
  program: Command,
  { io }: CommandContext,
  { name, summary, field, example }: Switch,
): void {
  program
    .command(name)
    .summary(summary)
    .description(
      `${capitalize(summary)}. Kept in your own file, ~/.antiphon/sessions.json; the log is not touched.`,
    )
    .argument('<session>', 'a session id or its beginning (see `antiphon ls`)')
    .option('--off', 'take it back')
    .option('--json', 'print the marks as JSON')
    .addHelpText('after', `\nExamples:\n${example}`)
    .action(async (argument: string, options: MarkOptions) => {
      const session = await findOrganised(argument, io)
      await mark(session, { [field]: options.off !== true }, { context: { io }, options })
    })
}

/** `antiphon tag SESSION TAG…`: words by which sessions are found again. */
export function addTagCommand(program: Command, { io }: CommandContext): void {
  program
    .command('tag')
    .summary('give a session tags')
    .description(
      'Adds tags to a session, or takes them away with --off. Kept in your own file, ~/.antiphon/sessions.json; the log ' +
        'is not touched.',
    )
    .argument('<session>', 'a session id or its beginning (see `antiphon ls`)')
    .argument('<tag...>', 'words without commas')
    .option('--off', 'take them away')
    .option('--json', 'print the marks as JSON')
    .addHelpText('after', '\nExamples:\n  antiphon tag 4f3a9c21 release\n  antiphon ls --tag release')
    .action(async (argument: string, words: readonly string[], options: MarkOptions) => {
      const session = await findOrganised(argument, io)
      const tags = words.map(word => {
        const tag = toTag(word)
        if (tag === null)
          throw new ProgramError('wrong-use', `"${word}" cannot be a tag: 1 to 60 characters, no comma.`)
        return tag
      })
      await mark(
        session,
        before => ({
          tags: options.off ? before.tags.filter(tag => !tags.includes(tag)) : [...before.tags, ...tags],
        }),
        { context: { io }, options },
      )
    })
}

type Changes = Partial<SessionMarks>

async function mark(
  { configFolder, key }: OrganisedSession,
  changes: Changes | ((before: SessionMarks) => Changes),
  {
    context: { io },
    options,
  }: { readonly context: Pick<CommandContext, 'io'>; readonly options: OutputFlags },
): Promise<void> {
  const marks = orRefuse(await changeMarks(configFolder, key, changes))
  await printResult(io, options, {
    value: { sessionId: key.session, ...marks },
    format: () => [`${key.session}: ${describeMarks(marks)}`],
  })
}

function describeMarks({ isStarred, isArchived, tags }: SessionMarks): string {
  const words = [isStarred && 'starred', isArchived && 'hidden', ...tags.map(tag => `#${tag}`)].filter(
    Boolean,
  )
  return words.join(', ') || 'no marks'
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
