import type { ContentBlock } from '@antiphon/contract'
import {
  type DeferredToolsDeltaAttachment,
  isAttachmentMessage,
  isUserMessage,
  type Message,
} from '@antiphon/core'
import type { DeferredTools } from './session-services.ts'
import type { Toolbox } from './toolbox.ts'

/** The tool by which deferred ones are found: without it nothing is deferred, and without deferred ones it is not offered. */
export const TOOL_SEARCH_NAME = 'ToolSearch'

/** The deferred tools of a toolbox, for the tool that searches them. */
export function toDeferredTools({ tools }: Pick<Toolbox, 'tools'>): DeferredTools {
  const deferred = tools.filter(({ isDeferred }) => isDeferred)
  return { list: () => deferred.map(({ name, description }) => ({ name, description })) }
}

/**
 * Names deferred tools that the model was not told of, and those that are gone; null where it knows. What it was told
 * is read from the messages, so that it is told again behind a compaction.
 */
export function createDeferredToolsNotice(
  { tools }: Pick<Toolbox, 'tools'>,
  messages: readonly Message[],
): DeferredToolsDeltaAttachment | null {
  const told = readTold(messages)
  const names = new Set(tools.map(({ name }) => name))
  const added = tools.flatMap(({ name, isDeferred }) => (isDeferred && !told.has(name) ? [name] : []))
  const removedNames = [...told].filter(name => !names.has(name)).toSorted()
  if (added.length === 0 && removedNames.length === 0) return null
  return { type: 'deferred_tools_delta', addedNames: added, addedLines: added, removedNames }
}

/** The tools that searches found, as far as the model still reads of it. */
export function findReferencedTools(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(message => {
      const content = isUserMessage(message) ? message.message.content : ''
      return typeof content === 'string' ? [] : content.flatMap(listReferences)
    }),
  )
}

function listReferences(block: ContentBlock): readonly string[] {
  if (block.type === 'tool_reference') return [block.tool_name]
  return block.type === 'tool_result' && Array.isArray(block.content)
    ? block.content.flatMap(listReferences)
    : []
}

function readTold(messages: readonly Message[]): ReadonlySet<string> {
  const told = new Set<string>()
  for (const message of messages) {
    if (!isAttachmentMessage(message) || message.attachment.type !== 'deferred_tools_delta') continue
    const { addedNames, readdedNames, removedNames } = message.attachment
    for (const name of [...listOf(addedNames), ...listOf(readdedNames)]) told.add(name)
    for (const name of listOf(removedNames)) told.delete(name)
  }
  return told
}

/** The log may have been written by another program. */
function listOf(names: unknown): readonly string[] {
  return Array.isArray(names) ? names.filter(name => typeof name === 'string') : []
}
