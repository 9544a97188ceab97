import { assertNever } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core'
import { type CommandItem, firstBlock, SUMMARY_WORDS } from '@antiphon/core/ui'
import { formatTool } from './format-tool.ts'
import { details, escapeLabel, fence, quoteMarkdown } from './safe-markdown.ts'

export type FormatItemsOptions = {
  readonly hasThinking: boolean
  readonly hasWholeOutput?: boolean
  /** Paths below it are shown without it. */
  readonly cwd?: string | null
  /** True for what a subagent was told and did. */
  readonly isNested?: boolean
}

/** What a person sees of a session, as Markdown; each piece ends with a blank line behind it. */
export function* formatItems(items: readonly PersonItem[], options: FormatItemsOptions): Generator<string> {
  let last: string | null = null
  for (const item of items) {
    if (item.kind === 'thinking' && !options.hasThinking) continue
    // The view bounds how deep subagents nest, and with it this recursion.
    yield* formatItem(item, { ...options, isContinued: toSpeaker(item) === last })
    last = toSpeaker(item)
  }
}

/** Whose heading it stands under: two people do not share one. */
function toSpeaker(item: PersonItem): string {
  return item.kind === 'prompt' ? `prompt ${item.author?.id ?? ''}` : item.kind
}

function formatAuthor({ author }: Extract<PersonItem, { readonly kind: 'prompt' }>): string {
  return author ? ` by ${escapeLabel(author.name)}` : ''
}

type FormatItemOptions = FormatItemsOptions & {
  /** True behind an item of the same kind, which has the heading of both. */
  readonly isContinued: boolean
}

function* formatItem(item: PersonItem, options: FormatItemOptions): Generator<string> {
  switch (item.kind) {
    case 'prompt':
      if (!options.isContinued)
        yield `${options.isNested ? '### Task' : '## Prompt'}${formatAuthor(item)}${formatTime(item)}\n`
      yield isEnclosure(item) ? `*${escapeLabel(item.text)}*\n` : `${quoteMarkdown(item.text)}\n`
      break
    case 'answer':
      if (item.text.trim() === '') break
      if (!options.isContinued) yield '### Answer\n'
      yield `${quoteMarkdown(item.text)}\n`
      break
    case 'thinking':
      yield* details('Thinking', [`${quoteMarkdown(item.text)}\n`])
      break
    case 'tool':
      yield* formatTool(item, {
        children: formatItems(item.story.children, { ...options, isNested: true }),
        hasWholeOutput: options.hasWholeOutput === true,
        cwd: options.cwd ?? null,
      })
      break
    case 'command':
      yield* formatCommand(item)
      break
    case 'notice':
      if (item.text.trim() !== '')
        yield item.text.trim().includes('\n')
          ? `${fence(item.text)}\n`
          : `*${escapeLabel(item.text, 1000)}*\n`
      break
    case 'summary':
      yield* details(SUMMARY_WORDS, [`${quoteMarkdown(item.text)}\n`])
      break
    case 'boundary':
      yield `***\n\n*${escapeLabel(item.text)}*\n`
      break
    case 'interruption':
      yield `**${escapeLabel(item.text)}**\n`
      break
    case 'meta':
      yield* details('For the model', [`${fence(item.text)}\n`])
      break
    default:
      assertNever(item)
  }
}

function formatTime({ timestamp }: PersonItem): string {
  return Number.isNaN(Date.parse(timestamp))
    ? ''
    : ` · ${new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ')}`
}

/** True for a picture or file that came with a prompt: an item of its own, but nobody's words. */
function isEnclosure({ message }: PersonItem): boolean {
  const block = firstBlock(message)
  return block !== undefined && block.type !== 'text'
}

function* formatCommand({ name = '', input = '', output = '' }: CommandItem): Generator<string> {
  const words = `${name} ${input}`.trim()
  if (words !== '') yield `#### $ ${escapeLabel(words)}\n`
  if (output.trim() !== '') yield `${fence(output)}\n`
}
