import type { ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'
import { isObject } from '@antiphon/contract'
import { readArray, readNumber, readString } from '@antiphon/core/message'
import { stripControl } from '@antiphon/core/ui'
import { toContent, toDiff, toText } from './describe-call.ts'
import { toAcpImage } from './prompt-blocks.ts'

/** What became of a call, as an editor shows it. */
export type DescribedResult = {
  readonly content: ToolCallContent[]
  readonly locations: ToolCallLocation[]
}

/** The result of one of our tools: what it changed, else what it gave. */
export function describeResult(name: string, block: object, data: unknown): DescribedResult {
  const changes = listChanges(data)
  if (changes.content.length > 0) return changes
  return { content: listContent(name, 'content' in block ? block.content : ''), locations: [] }
}

/** The hunks of a change that was made, each with the line where it begins. */
function listChanges(data: unknown): DescribedResult {
  const path = readString(data, 'filePath')
  if (path === undefined) return { content: [], locations: [] }
  const hunks = readArray(data, 'structuredPatch').filter(isObject)
  const content = hunks.map(hunk => {
    const lines = readArray(hunk, 'lines').filter(line => typeof line === 'string')
    return toDiff(path, takeSide(lines, '-'), takeSide(lines, '+'))
  })
  const locations = hunks.map(hunk => ({ path, line: Math.max(1, readNumber(hunk, 'newStart') ?? 1) }))
  // A new file has no hunks.
  if (content.length === 0 && readString(data, 'type') === 'create')
    return {
      content: [toDiff(path, null, readString(data, 'content') ?? '')],
      locations: [{ path, line: 1 }],
    }
  return { content, locations }
}

function takeSide(lines: readonly string[], sign: '-' | '+'): string {
  return lines
    .filter(line => line.startsWith(' ') || line.startsWith(sign))
    .map(line => line.slice(1))
    .join('\n')
}

function listContent(name: string, content: unknown): ToolCallContent[] {
  if (typeof content === 'string') return content === '' ? [] : [toContent(toText(toShown(name, content)))]
  return (Array.isArray(content) ? content : []).filter(isObject).flatMap(block => {
    if (block.type === 'text' && typeof block.text === 'string')
      return [toContent(toText(toShown(name, block.text)))]
    const image = toAcpImage(block)
    return image ? [toContent(image)] : []
  })
}

/** Editors read Markdown: what a program printed stands in a fence that is longer than any inside of it. */
function toShown(name: string, text: string): string {
  const clean = stripControl(text)
  if (!PRINTED.has(name)) return clean
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${clean}\n${fence}`
}

const PRINTED: ReadonlySet<string> = new Set(['Bash', 'BashOutput', 'Read', 'Grep', 'Glob', 'LS'])
