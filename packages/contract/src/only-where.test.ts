import { buildApiRequest, createApiView } from '@antiphon/core'
import { arbitraryRichHistory } from '@antiphon/core/testing/arbitrary-rich-history'
import { historyCases } from '@antiphon/core/testing/contract-cases/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from './api-request.ts'
import { API_RULES } from './api-rules.ts'
import { resolveTarget } from './api-target.ts'
import type { Rule } from './rule.ts'
import { toRules } from './rule-catalogue.ts'
import { documentChecks } from './rules/documents.ts'
import { imageChecks } from './rules/images.ts'
import { toolChoiceChecks } from './rules/parameters/tool-choice.ts'
import { toolDefinitionChecks } from './rules/parameters/tool-definitions.ts'
import { serverToolChecks } from './rules/server-tools.ts'
import { systemMessageChecks } from './rules/system-messages.ts'
import { thinkingChecks } from './rules/thinking.ts'
import { toolBlockChecks } from './rules/tool-blocks.ts'
import { toolPairingChecks } from './rules/tool-pairing.ts'
import { toolReferenceChecks } from './rules/tool-references.ts'
import { BLOCK_FIELDS } from './tables/block-fields.ts'

/** The rules as they are written, before anybody decides whom to ask. */
const WRITTEN: readonly Rule[] = toRules({
  ...documentChecks,
  ...imageChecks,
  ...toolChoiceChecks,
  ...toolDefinitionChecks,
  ...serverToolChecks,
  ...systemMessageChecks,
  ...thinkingChecks,
  ...toolBlockChecks,
  ...toolPairingChecks,
  ...toolReferenceChecks,
})

function findings(rules: readonly Rule[], request: unknown): readonly unknown[] {
  const target = resolveTarget()
  // Any JSON value may stand in a request's place.
  return rules.map(rule => [rule.id, [...rule.check(request as ApiRequest, target)]])
}

function expectNothingHidden(request: unknown): void {
  for (const rule of WRITTEN) {
    const asked = API_RULES.filter(({ id, title }) => id === rule.id && title === rule.title)
    expect(findings(asked, request)).toEqual(findings([rule], request))
  }
}

const block = fc.record(
  {
    type: fc.constantFrom(...Object.keys(BLOCK_FIELDS), '', 'unknown'),
    text: fc.constantFrom('', 'a'),
    id: fc.constantFrom('toolu_1', ''),
    tool_use_id: fc.constantFrom('toolu_1', 'srvtoolu_1'),
    content: fc.oneof(
      fc.constant('a'),
      fc.array(fc.record({ type: fc.constantFrom('image', 'text', 'tool_reference') })),
    ),
    source: fc.record({ type: fc.constantFrom('base64', 'url', 'text') }),
  },
  { requiredKeys: ['type'] },
)
const request = fc.record(
  {
    messages: fc.oneof(
      fc.array(
        fc.record({
          role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
          content: fc.oneof(
            fc.constantFrom('', 'a'),
            fc.array(fc.oneof(block, fc.jsonValue()), { maxLength: 3 }),
          ),
        }),
        { maxLength: 4 },
      ),
      fc.jsonValue(),
    ),
    system: fc.oneof(fc.array(block, { maxLength: 2 }), fc.jsonValue()),
    tools: fc.oneof(fc.array(fc.oneof(block, fc.jsonValue()), { maxLength: 2 }), fc.jsonValue()),
    tool_choice: fc.oneof(fc.record({ type: fc.constantFrom('any', 'tool', 'auto') }), fc.jsonValue()),
  },
  { requiredKeys: [] },
)

describe('onlyWhere', () => {
  it('hides nothing that a rule would find in a request of a case', () => {
    for (const { breaks, passes } of historyCases) {
      expectNothingHidden(breaks)
      expectNothingHidden(passes)
    }
  })

  it('hides nothing in what only looks like a request', () => {
    fc.assert(fc.property(request, expectNothingHidden), { numRuns: 300 })
  })

  it('hides nothing in a real history', () => {
    fc.assert(
      fc.property(arbitraryRichHistory, history => {
        const view = createApiView()
        for (const message of history) view.append(message)
        expectNothingHidden(buildApiRequest(view.messages(), { model: 'claude-opus-5-5' }))
      }),
      { numRuns: 100 },
    )
  })
})
