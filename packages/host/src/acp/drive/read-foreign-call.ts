import type { ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { isObject, type JsonObject } from '@antiphon/contract'
import { readString } from '@antiphon/core/message'
import { createStructuredPatch } from '@antiphon/core/patch'
import { toOwnCall } from '../tool-kinds.ts'

/** All that an agent has told of a call until now. */
export type ForeignCallState = Omit<ToolCallUpdate, '_meta'>

/** What an update adds; a field that is missing or null stays as it was. */
export function mergeCall(
  known: ForeignCallState | undefined,
  update: ToolCall | ToolCallUpdate,
): ForeignCallState {
  const told = Object.entries(update).filter(([name, value]) => value != null && name !== 'sessionUpdate')
  return { ...known, ...Object.fromEntries(told), toolCallId: update.toolCallId }
}

/** The call as one of ours. */
export function readForeignCall(call: ForeignCallState): {
  readonly name: string
  readonly input: JsonObject
} {
  const diff = findDiff(call)
  const own = toOwnCall({
    ...{ kind: call.kind, name: call.name, title: call.title },
    input: isObject(call.rawInput) ? call.rawInput : {},
    path:
      diff?.path ?? call.locations?.[0]?.path ?? readString(call.rawInput, 'file_path', 'path', 'abs_path'),
    diff: diff && { oldText: diff.oldText ?? null, newText: diff.newText },
  })
  // What came over the wire is JSON.
  return { name: own.name, input: own.input as JsonObject }
}

/** The differences that a call was not told with, as calls of their own: those behind the first, and all that came after its beginning. */
export function splitDiffs(call: ForeignCallState, name: string): readonly ForeignCallState[] {
  const diffs = (call.content ?? []).filter(part => part.type === 'diff')
  const isFirstTold = name === 'Edit' || name === 'Write'
  return diffs.slice(isFirstTold ? 1 : 0).map((diff, index) => ({
    ...{ toolCallId: `${call.toolCallId}-part${index + 2}`, status: call.status ?? 'completed' },
    ...{ kind: 'edit', content: [diff], locations: [{ path: diff.path }] },
  }))
}

function findDiff({ content }: ForeignCallState): Extract<ToolCallContent, { type: 'diff' }> | undefined {
  return content?.find(part => part.type === 'diff')
}

/** What became of a call: for the model that reads on, and in the form in which our own tools keep it. */
export type ForeignResult = { readonly text: string; readonly output: unknown }

/** Reads the result of a call that was told as `name` with `input`. */
export function readForeignResult(
  call: ForeignCallState,
  { name, input }: { readonly name: string; readonly input: JsonObject },
  readTerminal: (id: string) => string,
): ForeignResult {
  const text =
    (call.content ?? [])
      .map(part => readPart(part, readTerminal))
      .filter(Boolean)
      .join('\n') || toWords(call.rawOutput)
  const path = readString(input, 'file_path') ?? ''
  switch (name) {
    case 'Bash':
      return { text, output: { stdout: text, stderr: '', interrupted: false, isImage: false } }
    case 'Write':
      return {
        text: text || `File created: ${path}`,
        output: {
          type: 'create',
          filePath: path,
          content: input.content ?? '',
          structuredPatch: [],
          originalFile: null,
        },
      }
    case 'Edit': {
      const [oldString, newString] = [`${input.old_string ?? ''}`, `${input.new_string ?? ''}`]
      const structuredPatch = createStructuredPatch(oldString, newString)
      const output = {
        filePath: path,
        oldString,
        newString,
        structuredPatch,
        userModified: false,
        replaceAll: false,
      }
      return { text: text || `The file ${path} has been updated.`, output }
    }
    case 'Read': {
      const numLines = text.split('\n').length
      const file = { filePath: path, content: text, numLines, startLine: 1, totalLines: numLines }
      return { text, output: { type: 'text', file } }
    }
    default:
      return { text, output: call.rawOutput ?? text }
  }
}

function readPart(part: ToolCallContent, readTerminal: (id: string) => string): string {
  switch (part.type) {
    case 'terminal':
      return readTerminal(part.terminalId)
    case 'content':
      return part.content.type === 'text' ? withoutFence(part.content.text) : `[${part.content.type}]`
    case 'diff':
      return ''
  }
}

/** What agents put into a fence so that an editor does not read it as Markdown. */
function withoutFence(text: string): string {
  return /^(`{3,})[^\n]*\n([\s\S]*)\n\1\s*$/.exec(text)?.[2] ?? text
}

function toWords(output: unknown): string {
  if (typeof output === 'string') return output
  const words = readString(output, 'output', 'stdout', 'content', 'text', 'result')
  return words ?? (output == null ? '' : JSON.stringify(output))
}
