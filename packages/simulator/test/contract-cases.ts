import type { ApiTargetOptions } from '@antiphon/contract'
import { bodyCases } from '../../contract/src/rules/parameters/testing/body-cases.ts'
import { modelCases } from '../../contract/src/rules/parameters/testing/model-cases.ts'
import { changedRequest } from '../../contract/src/rules/parameters/testing/rule-case.ts'
import { serverToolCases } from '../../contract/src/rules/parameters/testing/server-tool-cases.ts'
import { stateCases } from '../../contract/src/rules/parameters/testing/state-cases.ts'
import { thinkingCases } from '../../contract/src/rules/parameters/testing/thinking-cases.ts'
import { toolCases } from '../../contract/src/rules/parameters/testing/tool-cases.ts'
import { toolChoiceCases } from '../../contract/src/rules/parameters/testing/tool-choice-cases.ts'
import { historyCases } from '../../core/src/testing/contract-cases/index.ts'

/** A body that breaks a rule of the contract, and where it is sent. */
export type ContractCase = {
  readonly rule: string
  readonly body: unknown
  readonly target: ApiTargetOptions
}

/** Core's cases for every rule of the contract. */
export const CONTRACT_CASES: readonly ContractCase[] = [
  ...historyCases.map(({ rule, breaks, target = {} }) => ({ rule, body: breaks, target })),
  ...[
    ...bodyCases,
    ...modelCases,
    ...thinkingCases,
    ...toolChoiceCases,
    ...toolCases,
    ...serverToolCases,
    ...stateCases,
  ].map(({ rule, breaks, target = {} }) => ({ rule, body: changedRequest(breaks, target), target })),
]

/** Rules that no request can break alone: what else it breaks then, and why. */
export const NEVER_ALONE: Readonly<
  Record<string, { readonly breaksToo: readonly string[]; readonly reason: string }>
> = {
  'EMP-05': {
    breaksToo: ['EMP-01', 'EMP-03'],
    reason: 'An empty text that is marked for the cache is an empty text.',
  },
  'PDF-01': {
    breaksToo: ['IMG-04'],
    reason: 'The pages of one PDF count among the pages and images of the request, under the same limit.',
  },
  'TUP-15': {
    breaksToo: ['SYS-02'],
    reason: 'A system message before a result stands before a user message.',
  },
}
