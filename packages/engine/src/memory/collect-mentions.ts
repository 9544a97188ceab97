import type { Dirent, Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { isObject } from '@antiphon/contract'
import type { AnyFileAttachment, FileContent } from '@antiphon/core'
import { resolveToolPath, toDisplayPath } from '../files/tool-path.ts'
import type { AgentTool, ToolOutcome } from '../tool/agent-tool.ts'
import type { ToolContext } from '../tool/tool-context.ts'
import { runToEnd } from '../waiting/run-to-end.ts'

type MentionOptions = {
  readonly prompt: string
  /** The Read tool: what it shows and remembers is what a mention shows and remembers. */
  readonly read: AgentTool
  readonly context: ToolContext
  /** False for what a rule forbids to read. */
  readonly mayRead: (path: string) => boolean
}

/** What a person named by `@` in a prompt, read and bounded; names that mean nothing here are just words. */
export async function collectMentions(options: MentionOptions): Promise<readonly AnyFileAttachment[]> {
  const attachments = new Map<string, AnyFileAttachment>()
  for (const mention of findMentions(options.prompt)) {
    const found = await locate(mention, options.context)
    if (found === null) continue
    const key = JSON.stringify([found.path, mention.lines])
    if (!attachments.has(key)) attachments.set(key, await attach({ ...found, mention }, options))
  }
  return [...attachments.values()]
}

type Located = { readonly path: string; readonly stats: Stats }

async function locate({ names }: Mention, context: ToolContext): Promise<Located | null> {
  for (const name of names) {
    const path = resolveToolPath(name, context)
    const stats = path === null ? null : await stat(path).catch(() => null)
    if (path !== null && stats !== null) return { path, stats }
  }
  return null
}

const LARGEST_FILE = 10 * 1_048_576
const MOST_ENTRIES = 200

async function attach(
  { path, stats, mention }: Located & { readonly mention: Mention },
  { read, context, mayRead }: MentionOptions,
): Promise<AnyFileAttachment> {
  const displayPath = toDisplayPath(path, context.cwd)
  const unread = (why: 'too_large' | 'unexamined'): AnyFileAttachment => ({
    type: 'at_mention_reference',
    mentions: [path],
    unread: why,
    fileSize: stats.size,
    displayPath,
  })
  if (!mayRead(path)) return unread('unexamined')
  if (stats.isDirectory()) return { type: 'directory', path, content: await listFolder(path), displayPath }
  if (stats.size > LARGEST_FILE) return unread('too_large')
  const outcome = await readOnce(read, { path, mention, context })
  const content = outcome.isError === true ? null : toFileContent(outcome)
  if (content === null) return unread('unexamined')
  if (content.type === 'file_unchanged') return { type: 'already_read_file', filename: path, displayPath }
  const truncated = mention.lines === undefined && isCut(content)
  return { type: 'file', filename: path, content, ...(truncated && { truncated }), displayPath }
}

async function readOnce(
  read: AgentTool,
  call: { readonly path: string; readonly mention: Mention; readonly context: ToolContext },
): Promise<ToolOutcome> {
  const { path, mention, context } = call
  const { first, last } = mention.lines ?? {}
  const range =
    first === undefined || last === undefined ? {} : { offset: first, limit: Math.max(1, last - first + 1) }
  const prepared = await read.prepare({ file_path: path, ...range }, context)
  if ('problem' in prepared) return { content: prepared.problem, isError: true }
  return runToEnd(prepared.run())
}

function toFileContent({ data }: ToolOutcome): FileContent | null {
  // The Read tool's data is core's `FileContent`, in its own words.
  return isObject(data) && typeof data.type === 'string' ? (data as unknown as FileContent) : null
}

function isCut(content: FileContent): boolean {
  return content.type === 'text' && content.file.numLines < content.file.totalLines
}

async function listFolder(path: string): Promise<string> {
  const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => [])
  const names = entries.map(entry => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted()
  const more = names.length - MOST_ENTRIES
  return [...names.slice(0, MOST_ENTRIES), ...(more > 0 ? [`[${more} more are not shown]`] : [])].join('\n')
}

/** Something that a person named by `@` in a prompt. */
type Mention = {
  /** What it may mean, the longest first: `src/a.ts.` may end a sentence. */
  readonly names: readonly string[]
  readonly lines?: { readonly first: number; readonly last: number }
}

/** The `@path`, `@"path with blanks"` and `@path#L3-9` of a prompt, in order, each once; an address of mail is none. */
export function findMentions(prompt: string): readonly Mention[] {
  const mentions = [...prompt.matchAll(MENTION)].map(([, quoted, plain = '']) => toMention(quoted, plain))
  return [...new Map(mentions.map(mention => [JSON.stringify(mention), mention])).values()].slice(
    0,
    MOST_MENTIONS,
  )
}

// Chinese is written without blanks.
const MENTION = /(?<![^\s(["'`\u2e80-\uffef])@(?:"([^"\n]+)"|([^\s"]+))/g
const LINES = /#L?(\d{1,9})(?:-L?(\d{1,9}))?$/
const TRAILING = /[.,;:!?)\]}'"`]+$/
const MOST_MENTIONS = 20

function toMention(quoted: string | undefined, plain: string): Mention {
  const text = quoted ?? plain
  const trimmed = quoted === undefined ? text.replace(TRAILING, '') : text
  const [, first, last] = LINES.exec(trimmed) ?? []
  const name = first === undefined ? trimmed : trimmed.replace(LINES, '')
  const names = [...new Set([text, trimmed, name])].filter(candidate => candidate !== '')
  if (first === undefined) return { names }
  return { names, lines: { first: Number(first), last: Number(last ?? first) } }
}
