import { type ApiRequest, type ApiTool, type ContentBlock, isObject, type JsonObject } from '@antiphon/core'
import { blocksOf } from '../situation/situation.ts'
import { CLIENT_TOOL_SCHEMAS } from './client-tool-schemas.ts'

/** A tool that the model may call now. */
export type OfferedTool = {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

/** The client's tools of a request. Server tools are the API's own to run, and a deferred one must have been found first. */
export function offeredTools(request: ApiRequest): readonly OfferedTool[] {
  if (request.tool_choice?.type === 'none') return []
  const found = foundTools(request)
  return (request.tools ?? []).flatMap(tool => {
    const { name } = tool
    const schema = schemaOf(tool)
    if (typeof name !== 'string' || !schema || !isDirect(tool)) return []
    if (tool.defer_loading === true && !found.has(name)) return []
    return [{ name, description: tool.description ?? '', schema }]
  })
}

function schemaOf({ type, input_schema }: ApiTool): JsonObject | undefined {
  if (type == null || type === 'custom') return isObject(input_schema) ? input_schema : undefined
  return CLIENT_TOOL_SCHEMAS.find(({ types }) => types.test(type))?.schema
}

function isDirect({ allowed_callers }: ApiTool): boolean {
  return !Array.isArray(allowed_callers) || allowed_callers.includes('direct')
}

function foundTools({ messages }: ApiRequest): ReadonlySet<string> {
  return new Set(messages.flatMap(blocksOf).flatMap(referencedTools))
}

function referencedTools(block: ContentBlock): readonly string[] {
  if (block.type === 'tool_reference') return [block.tool_name]
  if (block.type !== 'tool_result' || typeof block.content === 'string') return []
  return (block.content ?? []).flatMap(referencedTools)
}
