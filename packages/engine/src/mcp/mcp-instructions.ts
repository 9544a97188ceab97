import type { McpInstructionsDeltaAttachment } from '@antiphon/core'
import { cutText } from '../hooks/cut-text.ts'
import type { McpServerState } from './connect-mcp-servers.ts'

/** What servers want the model to know, as an attachment; null where they say nothing. */
export function createMcpInstructions(
  servers: readonly McpServerState[],
): McpInstructionsDeltaAttachment | null {
  const speaking = servers
    .filter(({ instructions }) => instructions.trim() !== '')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  if (speaking.length === 0) return null
  return {
    type: 'mcp_instructions_delta',
    addedNames: speaking.map(({ name }) => name),
    addedBlocks: speaking.map(
      ({ name, instructions }) => `## ${name}\n${cutText(instructions.trim(), MAX_WORDS)}`,
    ),
    removedNames: [],
  }
}

const MAX_WORDS = 4_000
