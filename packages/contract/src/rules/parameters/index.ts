import type { ApiRequest } from '../../api-request.ts'
import { onlyWhere } from '../../only-where.ts'
import type { Checks } from '../../rule.ts'
import { automaticCachingChecks } from '../cache-markers.ts'
import { fieldTypeChecks } from './field-types.ts'
import { keptStateChecks } from './kept-state.ts'
import { requestBodyChecks } from './request-body.ts'
import { isSent } from './request-parts.ts'
import { serverToolParameterChecks } from './server-tools.ts'
import { strictSchemaChecks } from './strict-schemas.ts'
import { thinkingParameterChecks } from './thinking.ts'
import { answerChecks } from './tokens-and-sampling.ts'
import { toolChoiceChecks } from './tool-choice.ts'
import { toolDefinitionChecks } from './tool-definitions.ts'
import { toolEntries } from './tool-entries.ts'
import { toolsetChecks } from './toolsets.ts'

/**
 * Everything about a request that is not its message history. Not here, because one request does not show it:
 * - TOK-03 and TOK-04 need a token count; TOK-10 is the SDK's own refusal.
 * - THR-01 beyond its shape (known id, in flight, fixed fields), CMP-03 beyond a missing
 *   signature, and the allowed pairs of FBK-01 need the server's state.
 * - CMP-06: the number of tool references that is too many is not known.
 */
export const parameterChecks: Checks = {
  ...requestBodyChecks,
  ...fieldTypeChecks,
  ...onlyWhere(hasTools, toolDefinitionChecks),
  ...answerChecks,
  ...thinkingParameterChecks,
  ...onlyWhere(hasToolChoice, toolChoiceChecks),
  ...serverToolParameterChecks,
  ...toolsetChecks,
  ...strictSchemaChecks,
  ...keptStateChecks,
  ...automaticCachingChecks,
}

function hasTools(request: ApiRequest): boolean {
  return toolEntries(request).length > 0
}

function hasToolChoice(request: ApiRequest): boolean {
  return isSent(request, 'tool_choice')
}
