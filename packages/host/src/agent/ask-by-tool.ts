import { isObject, type JsonObject } from '@antiphon/contract'
import type { McpServers, PermissionPrompt } from '@antiphon/engine'
import { readPermissionAnswer } from './read-permission-answer.ts'

/** Asks an MCP tool whether a call may run, as `--permission-prompt-tool` names it; it answers with JSON in its text. */
export function createToolPermissionPrompt(servers: McpServers, tool: string): PermissionPrompt {
  return async ({ toolName, toolUseId, input, signal }) => {
    const asked = { tool_name: toolName, input, tool_use_id: toolUseId }
    try {
      const answer = readJsonText(await servers.call(tool, asked, signal))
      return answer ? readPermissionAnswer(answer) : refuse(`${tool} did not answer with a decision.`)
    } catch (error) {
      return refuse(`${tool} could not decide: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

function refuse(message: string): Awaited<ReturnType<PermissionPrompt>> {
  return { behavior: 'deny', message, reason: 'permission-prompt-tool' }
}

function readJsonText({ content }: Readonly<Record<string, unknown>>): JsonObject | null {
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  const text = blocks.find(({ type }) => type === 'text')?.text
  try {
    const value: unknown = JSON.parse(String(text))
    // It came as JSON.
    return isObject(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}
