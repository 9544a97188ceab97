import { checkStage } from './check-order.ts'
import { hasBlocks, hasMoreThanText, hasSystemMessages, onlyWhere } from './only-where.ts'
import type { Rule } from './rule.ts'
import { blockShapeRules } from './rules/block-shapes.ts'
import { cacheMarkerRules } from './rules/cache-markers.ts'
import { documentRules } from './rules/documents.ts'
import { emptyRules } from './rules/empties.ts'
import { envelopeRules } from './rules/envelope.ts'
import { imageRules } from './rules/images.ts'
import { parameterRules } from './rules/parameters/index.ts'
import { roleRules } from './rules/roles.ts'
import { serverToolRules } from './rules/server-tools.ts'
import { systemMessageRules } from './rules/system-messages.ts'
import { thinkingRules } from './rules/thinking.ts'
import { toolBlockRules } from './rules/tool-blocks.ts'
import { toolPairingRules } from './rules/tool-pairing.ts'
import { toolReferenceRules } from './rules/tool-references.ts'
import { unknownFieldRules } from './rules/unknown-fields.ts'

/**
 * Every way in which a request can be refused, in the order in which the API looks for them. ENV-10 and
 * ENV-11 stand here twice: one half judges the body, the other its messages.
 */
export const API_RULES: readonly Rule[] = [
  ...envelopeRules,
  ...unknownFieldRules,
  ...blockShapeRules,
  ...parameterRules,
  ...roleRules,
  ...onlyWhere(hasSystemMessages, systemMessageRules),
  ...emptyRules,
  ...onlyWhere(hasMoreThanText, [
    ...toolBlockRules,
    ...toolPairingRules,
    ...serverToolRules,
    ...toolReferenceRules,
  ]),
  ...onlyWhere(hasBlocks('thinking', 'redacted_thinking', 'fallback'), thinkingRules),
  ...onlyWhere(hasBlocks('image', 'document', 'search_result'), [...imageRules, ...documentRules]),
  ...cacheMarkerRules,
].sort((left, right) => checkStage(left.id) - checkStage(right.id))
