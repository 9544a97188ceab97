import { hasBlocks, hasMoreThanText, hasSystemMessages, onlyWhere } from './only-where.ts'
import type { Rule } from './rule.ts'
import { toRules } from './rule-catalogue.ts'
import { blockShapeChecks } from './rules/block-shapes.ts'
import { cacheMarkerChecks } from './rules/cache-markers.ts'
import { documentChecks } from './rules/documents.ts'
import { emptyChecks } from './rules/empties.ts'
import { envelopeChecks } from './rules/envelope.ts'
import { imageChecks } from './rules/images.ts'
import { parameterChecks } from './rules/parameters/index.ts'
import { roleChecks } from './rules/roles.ts'
import { serverToolChecks } from './rules/server-tools.ts'
import { systemMessageChecks } from './rules/system-messages.ts'
import { thinkingChecks } from './rules/thinking.ts'
import { toolBlockChecks } from './rules/tool-blocks.ts'
import { toolPairingChecks } from './rules/tool-pairing.ts'
import { toolReferenceChecks } from './rules/tool-references.ts'
import { unknownFieldChecks } from './rules/unknown-fields.ts'

/** Every way in which a request can be refused, in the order in which the API looks for them. */
export const API_RULES: readonly Rule[] = toRules({
  ...envelopeChecks,
  ...unknownFieldChecks,
  ...blockShapeChecks,
  ...parameterChecks,
  ...roleChecks,
  ...onlyWhere(hasSystemMessages, systemMessageChecks),
  ...emptyChecks,
  ...onlyWhere(hasMoreThanText, {
    ...toolBlockChecks,
    ...toolPairingChecks,
    ...serverToolChecks,
    ...toolReferenceChecks,
  }),
  ...onlyWhere(hasBlocks('thinking', 'redacted_thinking', 'fallback'), thinkingChecks),
  ...onlyWhere(hasBlocks('image', 'document', 'search_result'), { ...imageChecks, ...documentChecks }),
  ...cacheMarkerChecks,
})
