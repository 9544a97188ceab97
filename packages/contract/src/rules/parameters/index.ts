import type { ApiRequest } from '../../api-request.ts'
import { onlyWhere } from '../../only-where.ts'
import type { Checks } from '../../rule.ts'
import { automaticCachingChecks } from './automatic-caching.ts'
import { browserStateChecks } from './browser-state.ts'
import { budgetChecks } from './budgets.ts'
import { compactionChecks } from './compaction.ts'
import { deferredToolChecks } from './deferred-tools.ts'
import { fieldTypeChecks } from './field-types.ts'
import { knownFieldChecks } from './known-fields.ts'
import { mcpServerChecks } from './mcp-servers.ts'
import { outputChecks } from './output.ts'
import { requestOptionChecks } from './request-options.ts'
import { bodyOf, isSent } from './request-parts.ts'
import { requiredFieldChecks } from './required-fields.ts'
import { serverToolChecks } from './server-tools.ts'
import { strictSchemaChecks } from './strict-schemas.ts'
import { thinkingChecks } from './thinking.ts'
import { thinkingInToolLoopChecks } from './thinking-in-tool-loop.ts'
import { thinkingSettingChecks } from './thinking-settings.ts'
import { threadAndFallbackChecks } from './threads-and-fallbacks.ts'
import { tokenAndSamplingChecks } from './tokens-and-sampling.ts'
import { toolChoiceChecks } from './tool-choice.ts'
import { toolDefinitionChecks } from './tool-definitions.ts'
import { toolEntries } from './tool-entries.ts'
import { toolExampleChecks } from './tool-examples.ts'
import { toolSchemaChecks } from './tool-schemas.ts'
import { toolsetChecks } from './toolsets.ts'

/**
 * Everything about a request that is not its message history, roughly in the order in which
 * the API reports: shape of the body first, then the model's table, then what needs the
 * messages. Not here, because one request does not show it:
 * - TOK-03 and TOK-04 need a token count; TOK-10 is the SDK's own refusal.
 * - THR-01 beyond its shape (known id, in flight, fixed fields), CMP-03 beyond a missing
 *   signature, and the allowed pairs of FBK-01 need the server's state.
 * - CMP-06: the number of tool references that is too many is not known.
 */
export const parameterChecks: Checks = {
  ...requiredFieldChecks,
  ...fieldTypeChecks,
  ...onlyWhere(hasTools, { ...toolDefinitionChecks, ...toolSchemaChecks }),
  ...requestOptionChecks,
  ...knownFieldChecks,
  ...tokenAndSamplingChecks,
  ...budgetChecks,
  ...thinkingChecks,
  ...thinkingSettingChecks,
  ...outputChecks,
  ...onlyWhere(hasToolChoice, toolChoiceChecks),
  ...serverToolChecks,
  ...mcpServerChecks,
  ...deferredToolChecks,
  ...toolsetChecks,
  ...onlyWhere(hasTools, toolExampleChecks),
  ...strictSchemaChecks,
  ...threadAndFallbackChecks,
  ...compactionChecks,
  ...browserStateChecks,
  ...thinkingInToolLoopChecks,
  ...automaticCachingChecks,
}

function hasTools(request: ApiRequest): boolean {
  return toolEntries(request).length > 0
}

function hasToolChoice(request: ApiRequest): boolean {
  return isSent(bodyOf(request), 'tool_choice')
}
