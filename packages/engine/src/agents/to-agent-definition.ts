import { parseToolList } from '../built-in-tools/session/parse-tool-list.ts'
import type { AgentDefinition } from './agent-definition.ts'

/** What is said about an agent, unchecked; `prompt` is its system prompt. */
export type AgentFields = Readonly<Record<string, unknown>>

/** The agent that fields define, or what is wrong with them. Fields that nobody knows are passed over. */
export function toAgentDefinition(
  fields: AgentFields | string,
): { readonly agent: AgentDefinition } | { readonly what: string } {
  if (typeof fields === 'string') return { what: fields }
  const [name, description, prompt] = [
    readText(fields.name),
    readText(fields.description),
    readText(fields.prompt),
  ]
  if (name === '') return { what: 'it has no name' }
  if (description === '') return { what: 'it has no description' }
  if (prompt === '') return { what: 'it has no prompt' }
  const tools = readToolNames(fields.tools)
  const disallowedTools = readToolNames(fields.disallowedTools ?? fields['disallowed-tools'])
  const model = readText(fields.model)
  return {
    agent: {
      name,
      description,
      systemPrompt: prompt,
      ...(tools && { tools }),
      ...(disallowedTools && { disallowedTools }),
      ...(model !== '' && { model }),
    },
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** The permission rules decide on uses of a tool; here only its name counts. Null where nothing is said or all is meant. */
function readToolNames(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) && readText(value) === '') return null
  const names = parseToolList(value).map(rule => rule.replace(/\(.*\)$/s, '').trim())
  return names.includes('*') ? null : names.filter(name => name !== '')
}
