import type { ToolStory } from '@antiphon/core'
import { actionOf, type WorkAction } from '@antiphon/core/turns'
import type { CallVerb } from '../language/story-texts.ts'
import { readText } from './first-block.ts'

/** What a call is about, in one line. */
export type CallLine = {
  readonly action: WorkAction
  /** Undefined for a tool that has no word of its own: its name stands for it. */
  readonly verb: CallVerb | undefined
  readonly name: string
  /** A file, as the call names it. */
  readonly path?: string
  /** A command, a pattern, an address: letters as they are. */
  readonly code?: string
  /** Words about it. */
  readonly words?: string
}

/** Reads what a row says of a call; whatever does not look as expected is told by the call's title. */
export function describeCall({ name, input, title }: Pick<ToolStory, 'name' | 'input' | 'title'>): CallLine {
  const action = actionOf(name)
  const line = { action, name: toShortName(name) }
  const path = readText(input, 'file_path') ?? readText(input, 'notebook_path')
  const verb = VERBS.get(name)
  if (path !== undefined && path !== '') return { ...line, verb, path }
  const code = CODES.get(name)
    ?.map(field => readText(input, field) ?? '')
    .find(text => text.trim() !== '')
  if (code !== undefined) return { ...line, verb, code: firstLine(code) }
  const rest = title.indexOf(': ')
  return { ...line, verb, ...(rest !== -1 && { words: title.slice(rest + 2) }) }
}

const VERBS: ReadonlyMap<string, CallVerb> = new Map<string, CallVerb>([
  ['Read', 'read'],
  ['NotebookRead', 'read'],
  ['Write', 'write'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
  ['Bash', 'run'],
  ['PowerShell', 'run'],
  ['Grep', 'search'],
  ['Glob', 'search'],
  ['WebSearch', 'search'],
  ['ToolSearch', 'search'],
  ['LS', 'list'],
  ['WebFetch', 'fetch'],
  ['TodoWrite', 'plan'],
  ['Task', 'agent'],
  ['Agent', 'agent'],
])

/** Which fields of an input say what it is about; the first that is there does. */
const CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Bash', ['command']],
  ['PowerShell', ['command']],
  ['Grep', ['pattern']],
  ['Glob', ['pattern']],
  ['WebSearch', ['query']],
  ['ToolSearch', ['query']],
  ['WebFetch', ['url']],
  ['LS', ['path']],
])

/** A server's tool by its own name: `mcp__github__list_issues` is `list_issues`. */
function toShortName(name: string): string {
  return /^mcp__.+?__(.+)$/.exec(name)?.[1] ?? name
}

function firstLine(text: string): string {
  const trimmed = text.trim()
  const end = trimmed.indexOf('\n')
  return end === -1 ? trimmed : `${trimmed.slice(0, end)} …`
}
