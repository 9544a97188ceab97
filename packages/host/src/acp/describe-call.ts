import { isAbsolute, resolve } from 'node:path'
import type { ContentBlock as AcpBlock, ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'
import { isObject } from '@antiphon/contract'
import { readArray, readNumber, readString } from '@antiphon/core/message'
import { stripControl, toolCallTitle } from '@antiphon/core/ui'
import { toToolKind } from './tool-kinds.ts'

/** A call as an editor shows it. */
export type DescribedCall = {
  readonly title: string
  readonly kind: ReturnType<typeof toToolKind>
  readonly locations: ToolCallLocation[]
  readonly content: ToolCallContent[]
}

/** A call of one of our tools, before it has run. */
export function describeCall(name: string, input: unknown, cwd: string): DescribedCall {
  return {
    title: toTitle(name, input),
    kind: toToolKind(name),
    locations: listLocations(input, cwd),
    content: listPlannedChanges(name, input, cwd),
  }
}

/** A command is its own best title; of other calls the tool's name says what they do. */
function toTitle(name: string, input: unknown): string {
  const command = name === 'Bash' ? readString(input, 'command') : undefined
  return command === undefined ? toolCallTitle(name, input) : stripControl(command).slice(0, MAX_TITLE)
}

const MAX_TITLE = 1000

function listLocations(input: unknown, cwd: string): ToolCallLocation[] {
  const path = readPath(input, cwd)
  const line = readNumber(input, 'offset')
  return path === undefined ? [] : [{ path, ...(line !== undefined && line > 0 && { line }) }]
}

/** The whole path that a call names; paths of the protocol are whole ones. */
function readPath(input: unknown, cwd: string): string | undefined {
  const path = readString(input, 'file_path', 'notebook_path', 'path')
  return path === undefined || path.includes('\0') ? undefined : toWhole(path, cwd)
}

function toWhole(path: string, cwd: string): string {
  return isAbsolute(path) ? path : resolve(cwd, path)
}

function listPlannedChanges(name: string, input: unknown, cwd: string): ToolCallContent[] {
  const path = readPath(input, cwd)
  if (name === 'ExitPlanMode') return [toContent(toText(readString(input, 'plan') ?? ''))]
  if (path === undefined || !isObject(input)) return []
  if (name === 'Write') return [toDiff(path, null, readString(input, 'content') ?? '')]
  const edits = name === 'MultiEdit' ? readArray(input, 'edits') : name === 'Edit' ? [input] : []
  return edits.map(edit =>
    toDiff(path, readString(edit, 'old_string') ?? '', readString(edit, 'new_string') ?? ''),
  )
}

/** A change of a file. */
export function toDiff(path: string, oldText: string | null, newText: string): ToolCallContent {
  return { type: 'diff', path, oldText, newText }
}

export function toText(text: string): AcpBlock {
  return { type: 'text', text }
}

export function toContent(content: AcpBlock): ToolCallContent {
  return { type: 'content', content }
}
