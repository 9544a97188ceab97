import { isObject, type ToolUseBlock } from '@antiphon/contract'
import type { Message } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { blocksOf } from '../conversation/blocks-of.ts'

/** What a batch of calls did, in one line that no model is asked for: `Read 3 files, ran npm test, 1 failed`. */
export function describeCalls(batch: readonly Message[]): string | null {
  const blocks = batch.flatMap(blocksOf)
  const calls = blocks.flatMap(block => (block.type === 'tool_use' ? [block] : []))
  if (calls.length === 0) return null
  const groups = new Map<string, ToolUseBlock[]>()
  for (const call of calls) {
    const { verb, nouns } = toDeed(call.name)
    const key = `${verb} ${nouns}`
    groups.set(key, [...(groups.get(key) ?? []), call])
  }
  const failed = blocks.filter(block => block.type === 'tool_result' && block.is_error === true).length
  const parts = [...groups.values()].slice(0, MAX_GROUPS).map(describeGroup)
  const rest = [
    ...(groups.size > MAX_GROUPS ? ['and more'] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ]
  const line = [...parts, ...rest].join(', ')
  return oneLine(line.slice(0, 1).toUpperCase() + line.slice(1), MAX_LINE) || null
}

const MAX_GROUPS = 3
const MAX_LINE = 120
const MAX_NAME = 60

/** What calls of a kind do, and what one of them is about. */
type Deed = {
  readonly verb: string
  readonly noun: string
  readonly nouns: string
  readonly subject: readonly string[]
}

const deed = (verb: string, noun: string, nouns: string, ...subject: readonly string[]): Deed => ({
  ...{ verb, noun, nouns, subject },
})

const READ = deed('read', 'a file', 'files', 'file_path', 'notebook_path', 'path')
const WROTE = deed('edited', 'a file', 'files', 'file_path', 'notebook_path', 'path')
const RAN = deed('ran', 'a command', 'commands', 'command')
const SEARCHED = deed('searched for', 'something', 'patterns', 'pattern', 'query')
const FETCHED = deed('looked at', 'a page', 'pages', 'url')
const ASKED = deed('asked', 'an agent', 'agents', 'description')

const DEEDS: ReadonlyMap<string, Deed> = new Map([
  ['Read', READ],
  ['Write', WROTE],
  ['Edit', WROTE],
  ['MultiEdit', WROTE],
  ['NotebookEdit', WROTE],
  ['Bash', RAN],
  ['Grep', SEARCHED],
  ['Glob', SEARCHED],
  ['ToolSearch', SEARCHED],
  ['WebSearch', SEARCHED],
  ['WebFetch', FETCHED],
  ['Task', ASKED],
  ['Agent', ASKED],
])

function toDeed(name: string): Deed {
  const known = DEEDS.get(name)
  if (known) return known
  const label = oneLine(name.replace(/^mcp__/, '').replaceAll('__', ' '), MAX_NAME)
  return { verb: 'called', noun: label, nouns: label, subject: [] }
}

function describeGroup(calls: readonly ToolUseBlock[]): string {
  const { verb, noun, nouns, subject } = toDeed(calls[0]?.name ?? '')
  const names = new Set(calls.map(({ input }) => nameOf(input, subject)))
  const [only] = names
  if (names.size === 1 && only !== undefined) return `${verb} ${only}`
  if (calls.length === 1) return `${verb} ${noun}`
  return subject.length === 0 ? `${verb} ${nouns} ${calls.length} times` : `${verb} ${calls.length} ${nouns}`
}

function nameOf(input: unknown, subject: readonly string[]): string | undefined {
  if (!isObject(input)) return undefined
  const text = subject.map(field => input[field]).find(value => typeof value === 'string')
  return typeof text === 'string' ? oneLine(text, MAX_NAME) || undefined : undefined
}
