import type { ApiRequest } from '../../api-request.ts'
import { onlyWhere } from '../../only-where.ts'
import type { Rule } from '../../rule.ts'
import { automaticCachingRules } from './automatic-caching.ts'
import { browserStateRules } from './browser-state.ts'
import { budgetRules } from './budgets.ts'
import { compactionRules } from './compaction.ts'
import { deferredToolRules } from './deferred-tools.ts'
import { fieldTypeRules } from './field-types.ts'
import { knownFieldRules } from './known-fields.ts'
import { mcpServerRules } from './mcp-servers.ts'
import { outputRules } from './output.ts'
import { requestOptionRules } from './request-options.ts'
import { bodyOf, isSent } from './request-parts.ts'
import { requiredFieldRules } from './required-fields.ts'
import { serverToolRules } from './server-tools.ts'
import { strictSchemaRules } from './strict-schemas.ts'
import { thinkingRules } from './thinking.ts'
import { thinkingInToolLoopRules } from './thinking-in-tool-loop.ts'
import { thinkingSettingRules } from './thinking-settings.ts'
import { threadAndFallbackRules } from './threads-and-fallbacks.ts'
import { tokenAndSamplingRules } from './tokens-and-sampling.ts'
import { toolChoiceRules } from './tool-choice.ts'
import { toolDefinitionRules } from './tool-definitions.ts'
import { toolEntries } from './tool-entries.ts'
import { toolExampleRules } from './tool-examples.ts'
import { toolSchemaRules } from './tool-schemas.ts'
import { toolsetRules } from './toolsets.ts'

/**
 * Everything about a request that is not its message history, roughly in the order in which
 * the API reports: shape of the body first, then the model's table, then what needs the
 * messages. Not here, because one request does not show it:
 * - TOK-03 and TOK-04 need a token count; TOK-10 is the SDK's own refusal.
 * - THR-01 beyond its shape (known id, in flight, fixed fields), CMP-03 beyond a missing
 *   signature, and the allowed pairs of FBK-01 need the server's state.
 * - CMP-06: the number of tool references that is too many is not known.
 */
export const parameterRules: readonly Rule[] = [
  ...requiredFieldRules,
  ...fieldTypeRules,
  ...onlyWhere(hasTools, [...toolDefinitionRules, ...toolSchemaRules]),
  ...requestOptionRules,
  ...knownFieldRules,
  ...tokenAndSamplingRules,
  ...budgetRules,
  ...thinkingRules,
  ...thinkingSettingRules,
  ...outputRules,
  ...onlyWhere(hasToolChoice, toolChoiceRules),
  ...serverToolRules,
  ...mcpServerRules,
  ...deferredToolRules,
  ...toolsetRules,
  ...onlyWhere(hasTools, toolExampleRules),
  ...strictSchemaRules,
  ...threadAndFallbackRules,
  ...compactionRules,
  ...browserStateRules,
  ...thinkingInToolLoopRules,
  ...automaticCachingRules,
]

function hasTools(request: ApiRequest): boolean {
  return toolEntries(request).length > 0
}

function hasToolChoice(request: ApiRequest): boolean {
  return isSent(bodyOf(request), 'tool_choice')
}
