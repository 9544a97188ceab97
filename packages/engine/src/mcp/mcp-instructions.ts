import { isAttachmentMessage, type McpInstructionsDeltaAttachment, type Message } from '@antiphon/core'
import { boundServerText } from './clean-server-text.ts'
import type { McpServerState } from './mcp-servers.ts'

/** What servers want the model to know and it was not told, and who has left; null where it knows. */
export function createMcpInstructions(
  servers: readonly Pick<McpServerState, 'name' | 'instructions'>[],
  messages: readonly Message[] = [],
): McpInstructionsDeltaAttachment | null {
  const told = readTold(messages)
  const speaking = servers.filter(({ instructions }) => instructions.trim() !== '')
  const names = new Set(speaking.map(({ name }) => name))
  const added = speaking
    .filter(({ name }) => !told.has(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const removedNames = [...told].filter(name => !names.has(name)).toSorted()
  if (added.length === 0 && removedNames.length === 0) return null
  return {
    type: 'mcp_instructions_delta',
    addedNames: added.map(({ name }) => name),
    addedBlocks: added.map(({ name, instructions }) => `## ${name}\n${boundServerText(instructions.trim())}`),
    removedNames,
  }
}

function readTold(messages: readonly Message[]): ReadonlySet<string> {
  const told = new Set<string>()
  for (const message of messages) {
    if (!isAttachmentMessage(message) || message.attachment.type !== 'mcp_instructions_delta') continue
    const { addedNames, removedNames } = message.attachment
    for (const name of listOf(addedNames)) told.add(name)
    for (const name of listOf(removedNames)) told.delete(name)
  }
  return told
}

/** The log may have been written by another program. */
function listOf(names: unknown): readonly string[] {
  return Array.isArray(names) ? names.filter(name => typeof name === 'string') : []
}
